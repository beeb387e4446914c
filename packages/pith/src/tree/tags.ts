import { KNOWN_TAGS, TAG } from './names.js';

/** Properties of a tag as bits, so that one lookup returns all. */
export const IS_BLOCK = 1;
/** Inline formatting, whose end tag does not close the blocks inside it. */
export const IS_FORMATTING = 2;
export const IS_VOID = 4;
/** Elements whose text is not part of the page: scripts, styles, the title, form fields, svg, fallback content. */
export const IS_UNSEEN = 8;
export const IS_HEADING = 16;
/** Elements that bound the search for the start tag of an end tag ("scope" in the standard). */
export const IS_SCOPE = 32;
/** Elements allowed in the head; any other closes it. */
export const IS_HEAD = 64;
export const CLOSES_PARAGRAPH = 128;

export const IS_TABLE_PART = 256;

const words = (list: string) => list.split(' ');

const MEANING: readonly (readonly [number, readonly string[]])[] = [
  [
    IS_BLOCK,
    words(
      '#document html head body article section main nav aside header footer address div p h1 h2 h3 h4 h5 h6 hgroup ' +
        'ul ol li menu dl dt dd table caption colgroup col thead tbody tfoot tr td th form fieldset legend optgroup ' +
        'option details summary dialog blockquote pre figure figcaption hr center dir frameset noframes search ' +
        'listing xmp plaintext video audio iframe object canvas marquee select textarea template',
    ),
  ],
  [
    IS_FORMATTING,
    words(
      'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small strike strong sub ' +
        'sup tt u var',
    ),
  ],
  [
    IS_VOID,
    words(
      'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source ' +
        'track wbr',
    ),
  ],
  [
    IS_UNSEEN,
    words(
      'title script style template textarea select datalist iframe object video audio noframes noembed svg canvas head annotation annotation-xml',
    ),
  ],
  [IS_TABLE_PART, words('caption col colgroup thead tbody tfoot tr td th')],
  [IS_HEADING, words('h1 h2 h3 h4 h5 h6')],
  [IS_SCOPE, words('#document html table td th caption marquee object applet template')],
  [IS_HEAD, words('html head title meta link base basefont bgsound script style noscript template noframes')],
  [
    CLOSES_PARAGRAPH,
    words(
      'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form ' +
        'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
    ),
  ],
];

const meanings = new Uint16Array(KNOWN_TAGS.names.length);
for (const [bit, names] of MEANING) {
  for (const name of names) meanings[TAG[name as keyof typeof TAG]]! |= bit;
}

/** The property bits of a tag number; unknown tags are inline, as in browsers. */
export function meaning(tag: number): number {
  return tag < meanings.length ? meanings[tag]! : 0;
}

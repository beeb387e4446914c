import { KNOWN_TAGS } from './names.js';

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

export function tagSet(names: string): ReadonlySet<number> {
  return new Set(
    names.split(' ').map(name => {
      const tag = KNOWN_TAGS.names.indexOf(name);
      if (tag < 0) throw new Error(`unknown tag ${name}: add it to TAG_NAMES`);
      return tag;
    }),
  );
}

const meanings = new Uint16Array(KNOWN_TAGS.names.length);

function mark(bit: number, names: string): void {
  for (const tag of tagSet(names)) meanings[tag]! |= bit;
}

mark(
  IS_BLOCK,
  '#document html head body article section main nav aside header footer address div p h1 h2 h3 h4 h5 ' +
    'h6 hgroup ul ol li menu dl dt dd table caption colgroup col thead tbody tfoot tr td th form fieldset ' +
    'legend optgroup option details summary dialog blockquote pre figure figcaption hr center dir ' +
    'frameset noframes search listing xmp plaintext video audio iframe object canvas marquee select ' +
    'textarea template',
);
mark(
  IS_FORMATTING,
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small strike ' +
    'strong sub sup tt u var',
);
mark(
  IS_VOID,
  'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param ' +
    'source track wbr',
);
mark(
  IS_UNSEEN,
  'title script style template textarea select datalist iframe object video audio noframes noembed svg ' +
    'canvas head annotation annotation-xml',
);
mark(IS_TABLE_PART, 'caption col colgroup thead tbody tfoot tr td th');
mark(IS_HEADING, 'h1 h2 h3 h4 h5 h6');
mark(IS_SCOPE, '#document html table td th caption marquee object applet template');
mark(IS_HEAD, 'html head title meta link base basefont bgsound script style noscript template noframes');
mark(
  CLOSES_PARAGRAPH,
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search ' +
    'section summary table ul xmp',
);

/** The property bits of a tag number; unknown tags are inline, as in browsers. */
export function meaning(tag: number): number {
  return tag < meanings.length ? meanings[tag]! : 0;
}

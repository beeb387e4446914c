import { TAG } from 'webpith/stages';

/** Tags that divide or organise a page: those the paper names (§3.1) and their kin of the same age. */
const STRONG =
  '#document html body table thead tbody tfoot tr div ul ol dl form fieldset center frameset dir menu'.split(
    ' ',
  );

/** Tags of HTML5 that organise a page; the paper predates their use. */
const STRONG_OF_HTML5 = 'article section main aside nav header footer details dialog hgroup search'.split(
  ' ',
);

/** One for every number of a strong tag; all other tags are weak and are merged into the strong one around them. */
export function strongTags(html5: boolean): Uint8Array {
  const strong = new Uint8Array(256);
  for (const name of html5 ? [...STRONG, ...STRONG_OF_HTML5] : STRONG) {
    strong[TAG[name as keyof typeof TAG]] = 1;
  }
  return strong;
}

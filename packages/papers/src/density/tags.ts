import { TAG } from 'webpith/stages';

/** Tags that divide or organise a page: those of the paper (§3.1) and similar ones of the time. */
const STRONG =
  '#document html body table thead tbody tfoot tr div ul ol dl form fieldset center frameset dir menu'.split(
    ' ',
  );

/** HTML5 tags that organise a page; the paper predates their use. */
const STRONG_OF_HTML5 = 'article section main aside nav header footer details dialog hgroup search'.split(
  ' ',
);

/** 1 for each strong tag; all other tags are weak. */
export function strongTags(html5: boolean): Uint8Array {
  const strong = new Uint8Array(256);
  for (const name of html5 ? [...STRONG, ...STRONG_OF_HTML5] : STRONG) {
    strong[TAG[name as keyof typeof TAG]] = 1;
  }
  return strong;
}

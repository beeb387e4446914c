import { CLOSES_PARAGRAPH, IS_HEADING, IS_SCOPE, meaning, type PageTree, TAG } from 'webpith/stages';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Elements written under their own name. None of them runs code or makes the HTML parser switch to SVG, MathML or raw
 * text; only images and `style` attributes can load something, and `attributes.ts` restricts both. Other elements,
 * except custom elements and style sheets, are written as `pith-element`, with their name in an attribute.
 */
export const ALLOWED = words(
  'article section main nav aside header footer address div p h1 h2 h3 h4 h5 h6 hgroup ul ol li menu dl dt dd ' +
    'table caption colgroup col thead tbody tfoot tr td th form fieldset legend label input button details summary ' +
    'dialog blockquote pre code figure figcaption hr br wbr a abbr acronym b bdi bdo big cite data del dfn em font i ' +
    'ins kbd mark nobr q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var center output ' +
    'progress meter search picture img map area',
);

/** Names of custom elements, which are inert without scripts. */
export const CUSTOM_ELEMENT = /^(?!pith-)[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,6}$/;

export const VOID = words('area br col hr img input wbr');

export const EMPTIED = words(
  'script svg iframe embed object applet audio video canvas frame param source track base meta link',
);

export const PLACEHOLDERS = words('svg iframe embed object applet audio video canvas frame');

export const HIDDEN_CONTENT = words('select textarea datalist template noembed noframes');

/** Required parents of table parts; elsewhere a parser drops or moves them. */
const TABLE_PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  caption: words('table'),
  colgroup: words('table'),
  col: words('colgroup table'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('table thead tbody tfoot'),
  td: words('tr thead tbody tfoot table'),
  th: words('tr thead tbody tfoot table'),
};

const CELLS = words('td th caption');
const BETWEEN_CELLS = words('table thead tbody tfoot tr colgroup');

/** Elements that cannot contain another of the same name: a parser closes the outer one or drops the inner one. */
const NEVER_NESTED = words('a button form nobr');

/** Elements that a parser closes when the next one starts, unless one of these containers is in between. */
const CLOSED_BY_SIBLINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('ul ol menu table'),
  dt: words('dl table'),
  dd: words('dl table'),
};

export const FRAME_STYLE = [
  'pith-text{display:inline!important;float:none!important;position:static!important;margin:0!important;padding:0!important;border:0!important}',
  `${[...HIDDEN_CONTENT].map(tag => `pith-element[data-pith-tag=${tag}]>*`).join()}{display:none!important}`,
  `${[...PLACEHOLDERS].map(tag => `pith-element[data-pith-tag=${tag}]`).join()}{display:inline-block;min-width:1em;min-height:1em;max-width:100%;background:#8882;outline:1px dashed #8886}`,
  'pith-element[data-pith-tag=select],pith-element[data-pith-tag=textarea]{display:inline-block;min-width:6em;min-height:1.4em;border:1px solid #8888}',
  'pith-element[data-pith-tag=p]{display:block}',
  'pith-element[data-pith-tag=table]{display:table}',
  'pith-element[data-pith-tag=tr]{display:table-row}',
  'pith-element[data-pith-tag=td],pith-element[data-pith-tag=th]{display:table-cell}',
  'pith-element[hidden]{display:none!important}',
].join('\n');

/** Elements that a parser would move or drop, such as a link inside a link. They are written under another name. */
export function misplacedNodes(tree: PageTree): Uint8Array {
  const misplaced = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment']) continue;
    if (meaning(tree.tag[node]!) & CLOSES_PARAGRAPH) markOpenParagraph(tree, node, misplaced);
    if (isMisplaced(tree, node, misplaced)) misplaced[node] = 1;
  }
  return misplaced;
}

function isMisplaced(tree: PageTree, node: number, misplaced: Uint8Array): boolean {
  const name = tree.tagName(node);
  const tag = tree.tag[node]!;
  if (NEVER_NESTED.has(name)) return ancestor(tree, node, up => tree.tag[up] === tag, never) >= 0;
  if (tag === TAG.table) return isBetweenCells(tree, node);
  const places = TABLE_PARENTS[name];
  if (places !== undefined) {
    const place = tablePlace(tree, node);
    return misplaced[place] === 1 || !places.has(tree.tagName(place));
  }
  const between = CLOSED_BY_SIBLINGS[name];
  if (between !== undefined) {
    const own = name === 'li' ? ['li'] : ['dt', 'dd'];
    return (
      ancestor(
        tree,
        node,
        up => own.includes(tree.tagName(up)),
        up => between.has(tree.tagName(up)),
      ) >= 0
    );
  }
  const isHeading = (each: number) => (meaning(tree.tag[each]!) & IS_HEADING) !== 0;
  return isHeading(node) && isHeading(tree.parent[node]!);
}

function isBetweenCells(tree: PageTree, node: number): boolean {
  const isCell = (up: number) => CELLS.has(tree.tagName(up));
  return ancestor(tree, node, up => BETWEEN_CELLS.has(tree.tagName(up)), isCell) >= 0;
}

/** The parent of a table part; forms around rows are skipped, since a parser closes them at once. */
function tablePlace(tree: PageTree, node: number): number {
  let place = tree.parent[node]!;
  while (tree.tag[place] === TAG.form) place = tree.parent[place]!;
  return place;
}

const never = () => false;

/** The nearest ancestor that matches, up to one that ends the search, or -1. */
function ancestor(
  tree: PageTree,
  node: number,
  isSought: (node: number) => boolean,
  ends: (node: number) => boolean,
): number {
  for (let up = tree.parent[node]!; up > 0 && !ends(up); up = tree.parent[up]!) if (isSought(up)) return up;
  return -1;
}

function markOpenParagraph(tree: PageTree, node: number, misplaced: Uint8Array): void {
  const endsSearch = (up: number) => (meaning(tree.tag[up]!) & IS_SCOPE) !== 0 || tree.tag[up] === TAG.button;
  const paragraph = ancestor(tree, node, up => tree.tag[up] === TAG.p && misplaced[up] === 0, endsSearch);
  if (paragraph >= 0) misplaced[paragraph] = 1;
}

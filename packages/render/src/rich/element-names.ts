import {
  CLOSES_PARAGRAPH,
  type ElementName,
  HTML_ELEMENTS,
  IS_BLOCK,
  meaning,
  type PageTree,
} from 'webpith/stages';

const REPLACEMENTS: Readonly<Record<string, ElementName>> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
  u: 'span',
  section: 'div',
  input: 'span',
  tfoot: 'tbody',
};

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['table', 'thead', 'tbody'],
  td: ['tr'],
  th: ['tr'],
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  summary: ['details'],
};

/** Elements whose content model the HTML parser enforces. */
const STRICT: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['td', 'th'],
};

export function elementName(tree: PageTree, node: number, outer: readonly ElementName[]): ElementName {
  const given = tree.tagName(node);
  const parent = outer.at(-1) ?? 'div';
  const strict = STRICT[parent];
  const alike = Object.hasOwn(REPLACEMENTS, given) ? REPLACEMENTS[given] : undefined;
  const name = alike ?? (Object.hasOwn(HTML_ELEMENTS, given) ? (given as ElementName) : undefined);
  if (strict !== undefined) return fitting(strict, name);
  if (name === undefined || (PARENTS[name] !== undefined && !PARENTS[name].includes(parent))) {
    return isBlock(tree, node) && !inParagraph(outer) ? 'div' : 'span';
  }
  if (name === 'a' && outer.includes('a')) return 'span';
  // A block would close the paragraph when the output is parsed.
  return inParagraph(outer) && (meaning(tree.tag[node]!) & CLOSES_PARAGRAPH) !== 0 ? 'span' : name;
}

function fitting(allowed: readonly string[], name: ElementName | undefined): ElementName {
  return (name !== undefined && allowed.includes(name) ? name : allowed.at(-1)) as ElementName;
}

function inParagraph(outer: readonly ElementName[]): boolean {
  return outer.some(name => name === 'p' || /^h\d$/.test(name));
}

function isBlock(tree: PageTree, node: number): boolean {
  const display = tree.layout?.style(node, 'display');
  if (display !== undefined) return !display.startsWith('inline') && display !== 'contents';
  return (meaning(tree.tag[node]!) & IS_BLOCK) !== 0;
}

const INLINE = new Set('a br code del em img ins mark q span strong sub sup audio video input'.split(' '));
const DISPLAYS: Readonly<Record<string, string>> = {
  caption: 'table-caption',
  li: 'list-item',
  summary: 'block',
  table: 'table',
  tbody: 'table-row-group',
  td: 'table-cell',
  th: 'table-cell',
  thead: 'table-header-group',
  tr: 'table-row',
};

export function defaultDisplay(name: ElementName): string {
  return DISPLAYS[name] ?? (INLINE.has(name) ? 'inline' : 'block');
}

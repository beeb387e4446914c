import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { MathElement } from './content.js';

export const MATH_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose mfenced merror ' +
    'semantics annotation'
  ).split(' '),
);

/** Attributes that shape a formula and cannot load, link or execute anything. */
export const MATH_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'display displaystyle scriptlevel mathvariant mathsize stretchy symmetric fence separator separators accent ' +
    'accentunder form largeop movablelimits lspace rspace minsize maxsize linethickness columnalign columnlines ' +
    'columnspacing columnspan rowalign rowlines rowspacing rowspan frame notation open close width height depth dir ' +
    'encoding'
  ).split(' '),
);

/** Elements that are read from a page. Annotations are not: the output adds its own. */
const PRESENTATION: ReadonlySet<string> = new Set(
  [...MATH_ELEMENTS].filter(name => name !== 'semantics' && name !== 'annotation'),
);
const ANNOTATIONS: ReadonlySet<number> = new Set([TAG.annotation, TAG['annotation-xml']]);

/** Deeper elements are flattened: converters and outputs recurse over this tree. */
const MAX_DEPTH = 48;

interface Open {
  readonly element: MathElement;
  readonly end: number;
}

/** Maximum characters of a hidden text in a formula, such as its copy for assistive technology. Set by hand. */
const LONGEST_HIDDEN = 24;

/**
 * Converts a `<math>` element to plain data. Unknown elements are replaced by their content. Sentences that are not
 * kept are left out.
 */
export function mathElementOf(tree: PageTree, math: number, kept?: Uint8Array): MathElement {
  const root: MathElement = { name: 'math', attributes: attributesOf(tree, math), children: [] };
  const open: Open[] = [{ element: root, end: tree.end[math]! }];
  for (let n = math + 1; n < tree.end[math]!; n++) {
    while (n >= open.at(-1)!.end) open.pop();
    const { element } = open.at(-1)!;
    const tag = tree.tag[n]!;
    if (ANNOTATIONS.has(tag) || isUnseen(tree, n)) n = tree.end[n]! - 1;
    else if (tag === TAG['#text']) {
      const text = tree.text(n);
      if (kept?.[n] !== 0 || text.trim().length <= LONGEST_HIDDEN) addText(element, text);
    } else if (tag !== TAG['#comment'] && open.length < MAX_DEPTH) {
      const name = tree.tagName(n);
      if (!PRESENTATION.has(name)) continue;
      const child: MathElement = { name, attributes: attributesOf(tree, n), children: [] };
      element.children.push(child);
      open.push({ element: child, end: tree.end[n]! });
    }
  }
  return root;
}

/** True for words that take up space only, and for the alternatives to what a reader sees first. */
function isUnseen(tree: PageTree, node: number): boolean {
  const parent = tree.parent[node]!;
  if (tree.tagName(parent) === 'maction')
    for (let child = tree.firstChild(parent); child > 0 && child < node; child = tree.nextSibling(child))
      if (tree.tag[child]! > TAG['#comment']) return true;
  if (tree.tagName(node) !== 'mphantom') return false;
  for (let inner = node; inner < tree.end[node]!; inner++) if (tree.tag[inner] === TAG.mtext) return true;
  return false;
}

export function mathText(element: MathElement): string {
  return element.children.map(child => (typeof child === 'string' ? child : mathText(child))).join('');
}

/** Keeps the spaces of `<mtext>`, which separate its words from the formula. */
function addText(element: MathElement, text: string): void {
  if (element.name === 'mtext' && text !== '') element.children.push(text.replace(/\s+/g, ' '));
  else if (text.trim() !== '') element.children.push(text.trim());
}

function attributesOf(tree: PageTree, node: number): Record<string, string> | undefined {
  if (tree.attributeFirst[node] === tree.attributeFirst[node + 1]) return undefined;
  const kept = tree.attributes(node).filter(([name]) => MATH_ATTRIBUTES.has(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const ROLES: ReadonlySet<string> = new Set(['num', 'den', 'over', 'under', 'base', 'script', 'root']);
const SKIPPED: ReadonlySet<string> = new Set(['surd', 'labels', 'assistive-mml']);
const PREFIX = 'mjx-';

/** MathJax 3 and 4 name the elements of a rendering after those of MathML. Undefined if there is no text. */
export function mathElementOfRendering(tree: PageTree, node: number): MathElement | undefined {
  const root: MathElement = { name: 'math', children: [] };
  const open: Open[] = [{ element: root, end: tree.end[node]! }];
  for (let n = node + 1; n < tree.end[node]!; n++) {
    while (n >= open.at(-1)!.end) open.pop();
    const { element } = open.at(-1)!;
    const tagName = tree.tag[n]! <= TAG['#comment'] ? '' : tree.tagName(n);
    if (!tagName.startsWith(PREFIX)) {
      if (tree.tag[n] === TAG['#text']) addText(element, tree.text(n));
      continue;
    }
    const name = tagName.slice(PREFIX.length);
    const glyph = name === 'c' || name.startsWith('stretchy') ? glyphOf(tree, n) : undefined;
    if (glyph !== undefined) element.children.push(glyph);
    if (glyph !== undefined || SKIPPED.has(name)) n = tree.end[n]! - 1;
    else if ((ROLES.has(name) || (name !== 'math' && PRESENTATION.has(name))) && open.length < MAX_DEPTH) {
      const child: MathElement = { name, children: [] };
      element.children.push(child);
      open.push({ element: child, end: tree.end[n]! });
    }
  }
  const math = arranged(root);
  return mathText(math) === '' ? undefined : math;
}

/** The character of an element with the class `mjx-c1D465`. */
function glyphOf(tree: PageTree, node: number): string | undefined {
  const hex = /(?:^|\s)mjx-c([\dA-F]{2,6})(?:$|[\s.])/.exec(tree.attribute(node, ATTR.class) ?? '')?.[1];
  const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
  return code > 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** Puts the parts of a construct in the order of MathML. */
function arranged(element: MathElement): MathElement {
  const children = element.children.map(child => (typeof child === 'string' ? child : arranged(child)));
  const { name } = element;
  const rest = {
    name: 'mrow',
    children: children.filter(child => typeof child === 'string' || !ROLES.has(child.name)),
  };
  const role = (wanted: string): MathElement => {
    const found = children.find(child => typeof child !== 'string' && child.name === wanted) as
      | MathElement
      | undefined;
    return { name: 'mrow', children: found?.children ?? [] };
  };
  const has = (wanted: string) => children.some(child => typeof child !== 'string' && child.name === wanted);
  if (name === 'mfrac') return { name, children: [role('num'), role('den')] };
  if (name === 'mroot') return { name, children: [rest, role('root')] };
  if (has('script')) {
    const [first = '', second] = role('script').children;
    // The superscript is above, so it comes first.
    return { name, children: second === undefined ? [rest, first] : [rest, second, first] };
  }
  if (name === 'munderover') {
    const [inner] = rest.children;
    const [base = '', under = ''] = typeof inner === 'object' ? inner.children : [];
    return { name, children: [base, under, role('over')] };
  }
  if (name === 'munder') return { name, children: [role('base'), role('under')] };
  if (name === 'mover') return { name, children: [role('base'), role('over')] };
  return { name, children };
}

import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { MathElement, MathFormula } from './content.js';
import { collapse } from './run.js';

/** Classes of the elements that renderers put around one formula. */
const RENDERED =
  /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG(?:_Display)?|_CHTML|_Preview)?|mwe-math-element\S*|mjx-chtml)(?:$|\s)/;
/** Classes of images of a formula with its LaTeX as alternative text. */
const FORMULA_IMAGE = /(?:^|\s)(?:tex|latex|mwe-math-fallback-image-\w{1,10}|math|ltx_Math)(?:$|\s)/;
const DISPLAY = /display|block/i;

export function isRenderedFormula(names: string): boolean {
  return RENDERED.test(names);
}

/**
 * The formula of a rendering (KaTeX, MathJax 2 and 3, MediaWiki) or of a bare `<math>`. Null for a MathJax 2 rendering,
 * which is followed by a script with the LaTeX.
 */
export function formulaOf(tree: PageTree, node: number): MathFormula | null {
  if (tree.tag[node] !== TAG.math && hasScriptBehind(tree, node)) return null;
  const math = find(tree, node, TAG.math);
  const latex =
    (math < 0 ? undefined : latexOf(tree, math)) ?? dataLatex(tree, node) ?? latexOfImage(tree, node);
  const display = isDisplay(tree, node) || (math >= 0 && isDisplay(tree, math));
  if (math < 0) return formula(node, latex ?? '', latex ?? collapse(tree.textContent(node)).trim(), display);
  const mathml = mathElementOf(tree, math);
  const made = formula(node, latex ?? '', latex ?? mathText(mathml), display);
  if (made !== null) made.mathml = mathml;
  return made;
}

export function formulaOfScript(tree: PageTree, node: number): MathFormula | null {
  const type = tree.attribute(node, ATTR.type);
  if (type === undefined || !type.startsWith('math/tex')) return null;
  const latex = tree.textContent(node).trim();
  return formula(node, latex, latex, type.includes('mode=display'));
}

export function formulaOfImage(tree: PageTree, node: number): MathFormula | null {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !FORMULA_IMAGE.test(names)) return null;
  const alt = tree.attribute(node, ATTR.alt);
  const latex = alt === undefined ? '' : plainLatex(alt);
  return formula(node, latex, latex, DISPLAY.test(names));
}

function formula(node: number, latex: string, text: string, display: boolean): MathFormula | null {
  if (text === '') return null;
  return latex === '' ? { type: 'math', text, display, node } : { type: 'math', latex, text, display, node };
}

function latexOf(tree: PageTree, math: number): string | undefined {
  for (let n = math + 1; n < tree.end[math]!; n++) {
    if (tree.tag[n] !== TAG.annotation) continue;
    if (!/tex/i.test(tree.attribute(n, ATTR.encoding) ?? '')) continue;
    const latex = plainLatex(tree.textContent(n));
    if (latex !== '') return latex;
  }
  for (const [name, value] of tree.attributes(math))
    if (name === 'alttext') return plainLatex(value) || undefined;
  return undefined;
}

function dataLatex(tree: PageTree, node: number): string | undefined {
  for (let n = node; n < tree.end[node]!; n++) {
    const value = tree.attribute(n, ATTR['data-latex']) ?? tree.attribute(n, ATTR['data-expr']);
    if (value !== undefined && value.trim() !== '') return plainLatex(value);
  }
  return undefined;
}

function latexOfImage(tree: PageTree, node: number): string | undefined {
  const image = find(tree, node, TAG.img);
  const alt = image < 0 ? undefined : tree.attribute(image, ATTR.alt);
  return alt === undefined ? undefined : plainLatex(alt) || undefined;
}

/** Removes `{\displaystyle …}`, which MediaWiki adds to every formula, and dollar signs. */
function plainLatex(latex: string): string {
  const trimmed = latex.trim();
  const wrapped = /^\{\\(?:displaystyle|textstyle)\s/.exec(trimmed);
  if (wrapped !== null && trimmed.endsWith('}')) return trimmed.slice(wrapped[0].length, -1).trim();
  const dollars = /^\$+/.exec(trimmed)?.[0].length ?? 0;
  const inDollars = dollars > 0 && trimmed.length > 2 * dollars && trimmed.endsWith('$');
  return inDollars ? trimmed.slice(dollars, -dollars).trim() : trimmed;
}

function isDisplay(tree: PageTree, node: number): boolean {
  const display = tree.attribute(node, ATTR.display);
  if (display === 'block' || display === 'true') return true;
  const around = tree.parent[node]!;
  const names = `${tree.attribute(node, ATTR.class) ?? ''} ${around < 0 ? '' : (tree.attribute(around, ATTR.class) ?? '')}`;
  return /katex-display|MathJax(?:_SVG)?_Display|mwe-math-element-block/.test(names);
}

/** Maximum number of siblings from a MathJax 2 rendering to its script. Set by hand. */
const MAX_SIBLINGS = 4;

function hasScriptBehind(tree: PageTree, node: number): boolean {
  let sibling = tree.nextSibling(node);
  for (let i = 0; sibling >= 0 && i < MAX_SIBLINGS; i++, sibling = tree.nextSibling(sibling)) {
    if (tree.tag[sibling] === TAG['#text'] && tree.text(sibling).trim() !== '') return false;
    if (tree.tag[sibling] !== TAG.script) continue;
    if (tree.attribute(sibling, ATTR.type)?.startsWith('math/tex')) return true;
  }
  return false;
}

function find(tree: PageTree, node: number, tag: number): number {
  for (let n = node; n < tree.end[node]!; n++) if (tree.tag[n] === tag) return n;
  return -1;
}

/** Presentation MathML: all elements that are read and written. */
export const MATH_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose mfenced merror'
  ).split(' '),
);

/** Attributes that shape a formula and cannot load, link or execute anything. */
export const MATH_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'display displaystyle scriptlevel mathvariant mathsize stretchy symmetric fence separator separators accent ' +
    'accentunder form largeop movablelimits lspace rspace minsize maxsize linethickness columnalign columnlines ' +
    'columnspacing columnspan rowalign rowlines rowspacing rowspan frame notation open close width height depth dir'
  ).split(' '),
);

const ANNOTATIONS: ReadonlySet<number> = new Set([TAG.annotation, TAG['annotation-xml']]);

/** Deeper elements are flattened: outputs recurse over this tree. */
const MAX_DEPTH = 48;

/** Converts a `<math>` element to plain data. Unknown elements are replaced by their content. */
function mathElementOf(tree: PageTree, math: number): MathElement {
  const root: MathElement = { name: 'math', children: [], ...attributesOf(tree, math) };
  const open: { element: MathElement; end: number }[] = [{ element: root, end: tree.end[math]! }];
  for (let n = math + 1; n < tree.end[math]!; n++) {
    while (n >= open.at(-1)!.end) open.pop();
    const { element } = open.at(-1)!;
    const tag = tree.tag[n]!;
    if (ANNOTATIONS.has(tag)) n = tree.end[n]! - 1;
    else if (tag === TAG['#text']) addText(element, tree.text(n));
    else if (tag !== TAG['#comment'] && open.length < MAX_DEPTH) {
      const name = tree.tagName(n);
      if (!MATH_ELEMENTS.has(name)) continue;
      const child: MathElement = { name, children: [], ...attributesOf(tree, n) };
      element.children.push(child);
      open.push({ element: child, end: tree.end[n]! });
    }
  }
  return root;
}

function mathText(element: MathElement): string {
  return element.children.map(child => (typeof child === 'string' ? child : mathText(child))).join('');
}

function addText(element: MathElement, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') element.children.push(trimmed);
}

function attributesOf(tree: PageTree, node: number): { attributes?: Record<string, string> } {
  if (tree.attributeFirst[node] === tree.attributeFirst[node + 1]) return {};
  const kept = tree.attributes(node).filter(([name]) => MATH_ATTRIBUTES.has(name));
  return kept.length === 0 ? {} : { attributes: Object.fromEntries(kept) };
}

import { treeFromHtml } from '../tree/from-html.js';
import { ATTR, TAG } from '../tree/names.js';
import { blockAround, type PageTree } from '../tree/tree.js';
import type { MathElement, MathFormula } from './content.js';
import { mathElementOfKatex } from './katex.js';
import { mathElementOf, mathElementOfRendering, mathText } from './math-element.js';
import { latexFromMath } from './mathml.js';
import { collapse } from './run.js';
import { isTex, latexOfAddress } from './tex.js';

/** A cheap test that rules out most class names. */
const MATHEMATICAL = /math|mjx|katex|tex(?!t)/i;
const RENDERED =
  /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG(?:_Display)?|_CHTML|_Preview)?|mwe-math-element\S*|mjx-chtml)(?:$|\s)/;
/** Classes of elements with TeX as their text, for a renderer to replace: Pandoc, kramdown, Sphinx, GitHub. */
const UNRENDERED = /(?:^|\s)(?:math|kdmath|tex|latex|arithmatex|js-(?:inline|display)-math)(?:$|\s)/;
const FORMULA_IMAGE =
  /(?:^|\s)(?:tex|latex|mwe-math-fallback-image-\w{1,10}|math|ltx_Math|wp-latex|equation|tex-image)(?:$|\s)/;
const DISPLAY = /display|block/i;

const SOURCES = [
  ATTR['data-latex'],
  ATTR['data-tex'],
  ATTR['data-expr'],
  ATTR['data-math'],
  ATTR['data-equation'],
  ATTR['data-formula'],
];
const SWITCH = /^(?:true|false|yes|no|inline|block|display|tex|latex|mathml|\d*)$/i;

export function isFormulaElement(
  tree: PageTree,
  node: number,
  names = tree.attribute(node, ATTR.class),
): boolean {
  if (names !== undefined && MATHEMATICAL.test(names)) {
    if (RENDERED.test(names)) return true;
    if (UNRENDERED.test(names) && isUnrendered(tree, node)) return true;
  }
  return (
    SOURCES.some(name => tree.attributeIndex(node, name) >= 0) &&
    dataLatex(tree, node, node + 1) !== undefined
  );
}

/** True if an element contains only TeX without delimiters; TeX with delimiters is found later, in lines of text. */
function isUnrendered(tree: PageTree, node: number): boolean {
  if (tree.end[node] !== node + 2 || tree.tag[node + 1] !== TAG['#text']) return false;
  const text = tree.text(node + 1).trim();
  return !/^(?:\$|\\[([])/.test(text) && isTex(text);
}

/**
 * The formula of a node. Null if it is empty, or if it is a MathJax 2 rendering followed by a script with the LaTeX.
 */
export function formulaOf(tree: PageTree, node: number, kept?: Uint8Array): MathFormula | null {
  if (tree.tag[node] !== TAG.math && hasScriptBehind(tree, node)) return null;
  const math = find(tree, node, TAG.math);
  const mathml = math >= 0 ? mathElementOf(tree, math, kept) : renderedMath(tree, node);
  const latex =
    (math < 0 ? undefined : latexOf(tree, math)) ??
    dataLatex(tree, node, tree.end[node]!) ??
    latexOfImageIn(tree, node) ??
    (isUnrendered(tree, node) ? plainLatex(tree.text(node + 1)) : undefined);
  const display = isDisplay(tree, node) || (math >= 0 && isDisplay(tree, math));
  const text = mathml === undefined ? collapse(tree.textContent(node)).trim() : mathText(mathml).trim();
  const written = latex ?? (mathml === undefined ? '' : latexFromMath(mathml));
  return formula(node, written, latex || text, display, mathml);
}

/**
 * MathML of a rendering without `<math>`: from the elements of MathJax 3 and 4 or KaTeX, or an attribute of MathJax 2.
 */
function renderedMath(tree: PageTree, node: number): MathElement | undefined {
  if (tree.tag[node] === TAG['mjx-container']) return mathElementOfRendering(tree, node);
  for (let n = node; n < Math.min(node + MAX_DESCENT, tree.end[node]!); n++) {
    const markup = tree.attribute(n, ATTR['data-mathml']);
    if (markup === undefined || !markup.includes('<math')) continue;
    const inner = treeFromHtml(markup);
    const math = find(inner, 0, TAG.math);
    if (math >= 0) return mathElementOf(inner, math);
  }
  return mathElementOfKatex(tree, node);
}

/** Number of nodes to search for an attribute of a rendering. Set by hand. */
const MAX_DESCENT = 8;

export function formulaOfScript(tree: PageTree, node: number): MathFormula | null {
  const type = tree.attribute(node, ATTR.type);
  if (type === undefined || !type.startsWith('math/')) return null;
  if (type.startsWith('math/mml')) {
    const inner = treeFromHtml(tree.textContent(node));
    const math = find(inner, 0, TAG.math);
    const made = math < 0 ? null : formulaOf(inner, math);
    return made === null ? null : { ...made, node };
  }
  const latex = tree.textContent(node).trim();
  return formula(node, latex, latex, type.includes('mode=display'));
}

export function formulaOfImage(tree: PageTree, node: number): MathFormula | null {
  const names = tree.attribute(node, ATTR.class) ?? '';
  const alt = plainLatex(tree.attribute(node, ATTR.alt) ?? '');
  const isNamed = FORMULA_IMAGE.test(names);
  const address = tree.attribute(node, ATTR.src) ?? '';
  const latex = alt !== '' && (isNamed || isTex(alt)) ? alt : latexOfAddress(address);
  if (latex === undefined) return null;
  return formula(node, latex, latex, DISPLAY.test(names) || isAlone(tree, node));
}

function isAlone(tree: PageTree, node: number): boolean {
  const block = blockAround(tree, node);
  return tree.end[block]! - block <= MAX_DESCENT && tree.textContent(block).trim() === '';
}

function formula(
  node: number,
  latex: string,
  text: string,
  display: boolean,
  mathml?: MathElement,
): MathFormula | null {
  return text === '' ? null : { type: 'math', latex: latex || undefined, text, display, node, mathml };
}

function latexOf(tree: PageTree, math: number): string | undefined {
  for (let n = math + 1; n < tree.end[math]!; n++) {
    if (tree.tag[n] !== TAG.annotation) continue;
    if (!/tex/i.test(tree.attribute(n, ATTR.encoding) ?? '')) continue;
    const latex = plainLatex(tree.textContent(n));
    if (latex !== '') return latex;
  }
  const alternative = plainLatex(tree.attribute(math, ATTR.alttext) ?? '');
  // Some publishers describe the formula in words instead.
  return alternative !== '' && (isTex(alternative) || !/[a-z]{3} [a-z]{2}/i.test(alternative))
    ? alternative
    : undefined;
}

function dataLatex(tree: PageTree, node: number, end: number): string | undefined {
  for (let n = node; n < end; n++) {
    for (const name of SOURCES) {
      const value = tree.attribute(n, name);
      if (value !== undefined && !SWITCH.test(value.trim())) return plainLatex(value) || undefined;
    }
  }
  return undefined;
}

function latexOfImageIn(tree: PageTree, node: number): string | undefined {
  const image = find(tree, node, TAG.img);
  const alt = image < 0 ? undefined : tree.attribute(image, ATTR.alt);
  return alt === undefined ? undefined : plainLatex(alt) || undefined;
}

/** Removes `{\displaystyle …}`, which MediaWiki adds to every formula, and delimiters. */
function plainLatex(latex: string): string {
  const trimmed = latex.trim();
  const wrapped = /^\{\\(?:displaystyle|textstyle)\s/.exec(trimmed);
  if (wrapped !== null && trimmed.endsWith('}')) return trimmed.slice(wrapped[0].length, -1).trim();
  if (/^\\\(.*\\\)$|^\\\[.*\\\]$/s.test(trimmed)) return trimmed.slice(2, -2).trim();
  const dollars = /^\$+/.exec(trimmed)?.[0].length ?? 0;
  const inDollars = dollars > 0 && trimmed.length > 2 * dollars && trimmed.endsWith('$');
  return inDollars ? trimmed.slice(dollars, -dollars).trim() : trimmed;
}

function isDisplay(tree: PageTree, node: number): boolean {
  const display = tree.attribute(node, ATTR.display) ?? tree.attribute(node, ATTR.class);
  if (display === 'block' || display === 'true') return true;
  const around = tree.parent[node]!;
  const names = `${tree.attribute(node, ATTR.class) ?? ''} ${around < 0 ? '' : (tree.attribute(around, ATTR.class) ?? '')}`;
  return /katex-display|MathJax(?:_SVG)?_Display|mwe-math-element-block|(?:^|\s)math(?:-|\s)display|js-display-math/.test(
    names,
  );
}

/** Maximum number of siblings from a MathJax 2 rendering to its script. Set by hand. */
const MAX_SIBLINGS = 4;

function hasScriptBehind(tree: PageTree, node: number): boolean {
  let sibling = tree.nextSibling(node);
  for (let i = 0; sibling >= 0 && i < MAX_SIBLINGS; i++, sibling = tree.nextSibling(sibling)) {
    if (tree.tag[sibling] === TAG['#text'] && tree.text(sibling).trim() !== '') return false;
    if (tree.tag[sibling] !== TAG.script) continue;
    if (tree.attribute(sibling, ATTR.type)?.startsWith('math/')) return true;
  }
  return false;
}

function find(tree: PageTree, node: number, tag: number): number {
  for (let n = node; n < tree.end[node]!; n++) if (tree.tag[n] === tag) return n;
  return -1;
}

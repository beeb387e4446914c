import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { MathElement } from './content.js';
import { mathText } from './math-element.js';

type Child = MathElement | string;

/** Deeper elements are flattened to text: converters and outputs recurse over the formula. */
const MAX_DEPTH = 100;

/** Fonts by class name. Letters without a font are in italics, which is the default of `mi`. */
const FONTS: ReadonlyMap<string, string> = new Map([
  ['mathrm', 'normal'],
  ['mathbf', 'bold'],
  ['boldsymbol', 'bold-italic'],
  ['mathbb', 'double-struck'],
  ['mathcal', 'script'],
  ['mathscr', 'script'],
  ['mathfrak', 'fraktur'],
  ['mathsf', 'sans-serif'],
  ['mathtt', 'monospace'],
]);
const OPERATOR = /(?:^|\s)(?:mop|mbin|mrel|mpunct|mopen|mclose|minner|delimsizing)(?:$|\s)/;
const DECORATION =
  /(?:^|\s)(?:strut|pstrut|vlist-s|nulldelimiter|frac-line|hide-tail|arraycolsep|vertical-separator|tag)(?:$|\s)/;
/** Groups of four: three characters from which KaTeX assembles a tall bracket, then the bracket itself. */
const BRACKETS = '⎛⎜⎝(⎞⎟⎠)⎡⎢⎣[⎤⎥⎦]⎧⎨⎩{⎫⎬⎭}';
/** A stroke that KaTeX draws through the next relation. */
const STROKE = '\ue020';

/** The formula of KaTeX's HTML, for pages that omit its MathML; undefined if it has no text. */
export function mathElementOfKatex(tree: PageTree, node: number): MathElement | undefined {
  for (let n = node; n < tree.end[node]!; n++) {
    if (tree.tag[n] !== TAG.span || !hasClass(tree, n, 'katex-html')) continue;
    const math = { name: 'math', children: new KatexReader(tree).row(n, 0) };
    return mathText(math) === '' ? undefined : math;
  }
  return undefined;
}

/** KaTeX stacks the parts of a construct in a `vlist`, each at a distance from the top. */
class KatexReader {
  constructor(private readonly tree: PageTree) {}

  row(node: number, depth: number): Child[] {
    const made: Child[] = [];
    for (const child of this.elementsIn(node)) this.add(made, child, depth);
    return made;
  }

  private add(made: Child[], node: number, depth: number): void {
    const { tree } = this;
    const names = classesOf(tree, node);
    const text = DECORATION.test(names) ? '' : tree.textContent(node).replaceAll('\u200b', '');
    if (text === '') {
      if (names.includes('mspace')) made.push(spaceOf(tree.attribute(node, ATTR.style) ?? ''));
    } else if (depth > MAX_DEPTH || this.elementsIn(node).length === 0) made.push(...leaf(names, text));
    else if (names.includes('delimsizing')) made.push(sign(bracketOf(text.trim()[0]!)));
    else if (text.includes(STROKE) && names.includes('mrel'))
      made.push(sign(`${text.replaceAll(STROKE, '').trim()}\u0338`.normalize('NFC')));
    else if (names === 'msupsub') made.splice(0, made.length, this.scripts(node, mrow([...made]), depth + 1));
    else {
      const construct = this.construct(names.split(/\s+/), node, depth + 1);
      if (construct === undefined) made.push(...this.row(node, depth + 1));
      else made.push(construct);
    }
  }

  private construct(names: readonly string[], node: number, depth: number): Child | undefined {
    const read = names.flatMap(name => CONSTRUCTS.get(name) ?? [])[0];
    return read?.(this, node, depth);
  }

  private scripts(node: number, base: MathElement, depth: number): MathElement {
    const [above, below] = this.stack(node).map(part => mrow(this.row(part, depth)));
    if (above === undefined) return base;
    if (below !== undefined) return { name: 'msubsup', children: [base, below, above] };
    const isBelow = hasClass(this.tree, this.elementsIn(node)[0] ?? node, 'vlist-t2');
    return { name: isBelow ? 'msub' : 'msup', children: [base, above] };
  }

  fraction(node: number, depth: number): MathElement {
    const parts = this.stack(node);
    const linethickness = parts.some(part => this.contains(part, 'frac-line')) ? undefined : '0';
    const children = parts
      .filter(part => !this.contains(part, 'frac-line') || parts.length === 2)
      .map(part => mrow(this.row(part, depth)));
    return {
      name: 'mfrac',
      children,
      attributes: linethickness === undefined ? undefined : { linethickness },
    };
  }

  root(node: number, depth: number): MathElement {
    const elements = this.elementsIn(node);
    const index = elements.find(element => hasClass(this.tree, element, 'root'));
    const [radicand = node] = this.stack(elements.at(-1)!, false);
    const children = [mrow(this.row(radicand, depth))];
    if (index === undefined) return { name: 'msqrt', children };
    return { name: 'mroot', children: [...children, mrow(this.row(index, depth))] };
  }

  /** An operator with limits. Only the limits are set in a smaller size, with the class `sizing`. */
  limits(node: number, depth: number): MathElement {
    const parts = this.stack(node);
    const at = parts.findIndex(part => !this.elementsIn(part).some(n => hasClass(this.tree, n, 'sizing')));
    const [above, base, below] = [parts[at - 1], parts[at], parts[at + 1]].map(part =>
      part === undefined ? undefined : mrow(this.row(part, depth)),
    );
    if (base === undefined) return mrow(parts.flatMap(part => this.row(part, depth)));
    if (above === undefined && below === undefined) return base;
    if (above === undefined) return { name: 'munder', children: [base, below!] };
    if (below === undefined) return { name: 'mover', children: [base, above] };
    return { name: 'munderover', children: [base, below, above] };
  }

  accent(node: number, depth: number): MathElement {
    const [base = node, above = node] = this.stack(node, false);
    const [body = above] = this.elementsIn(above).filter(n => hasClass(this.tree, n, 'accent-body'));
    const mark = this.contains(body, 'overlay') ? '→' : this.tree.textContent(above).replaceAll('\u200b', '');
    return this.marked('mover', base, mark.trim(), depth);
  }

  marked(name: 'mover' | 'munder', base: number, mark: string, depth: number): MathElement {
    const row = mrow(this.row(base, depth));
    return mark === '' ? row : { name, children: [row, sign(mark)] };
  }

  lined(name: 'mover' | 'munder', node: number, depth: number): MathElement {
    const base = this.stack(node, false).find(part => this.tree.textContent(part).trim() !== '');
    return this.marked(name, base ?? node, '¯', depth);
  }

  braced(name: 'mover' | 'munder', node: number, depth: number): MathElement {
    const rows = this.stack(node)
      .map(part => mrow(this.row(part, depth)))
      .filter(row => mathText(row) !== '');
    if (name === 'mover') rows.reverse();
    const [base = mrow([]), text] = rows;
    return text === undefined ? base : { name, children: [base, text] };
  }

  table(node: number, depth: number): MathElement {
    const columns = this.elementsIn(node).flatMap(column => {
      const align = /(?:^|\s)col-align-([clr])/.exec(classesOf(this.tree, column))?.[1];
      return align === undefined ? [] : [{ align, cells: this.stack(column) }];
    });
    const height = Math.max(0, ...columns.map(({ cells }) => cells.length));
    const children = Array.from({ length: height }, (_, i) => ({
      name: 'mtr',
      children: columns.map(({ cells: { [i]: cell } }) => ({
        name: 'mtd',
        children: cell === undefined ? [] : this.row(cell, depth),
      })),
    }));
    const isAligned = columns.map(({ align }) => align).join('') === 'rl';
    return { name: 'mtable', children, attributes: isAligned ? { columnalign: 'right left' } : undefined };
  }

  text(node: number): MathElement {
    return { name: 'mtext', children: [this.tree.textContent(node).replace(/[\s\u200b]+/g, ' ')] };
  }

  private stack(node: number, sorted = true): number[] {
    const { tree } = this;
    let list = node;
    while (list < tree.end[node]! && !(tree.tag[list] === TAG.span && hasClass(tree, list, 'vlist'))) list++;
    if (list === tree.end[node]) return [];
    const parts = this.elementsIn(list).map(part => {
      const top = /top:\s?(-?[\d.]{1,12})em/.exec(tree.attribute(part, ATTR.style) ?? '')?.[1];
      return { part, top: Number(top ?? 0) };
    });
    if (sorted) parts.sort((a, b) => a.top - b.top);
    return parts.map(({ part }) => part);
  }

  private elementsIn(node: number): number[] {
    const { tree } = this;
    const found: number[] = [];
    for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n))
      if (tree.tag[n]! > TAG['#comment']) found.push(n);
    return found;
  }

  private contains(node: number, name: string): boolean {
    return this.elementsIn(node).some(n => hasClass(this.tree, n, name));
  }
}

type Construct = (reader: KatexReader, node: number, depth: number) => Child;

const CONSTRUCTS: ReadonlyMap<string, Construct> = new Map<string, Construct>([
  ['mfrac', (reader, node, depth) => reader.fraction(node, depth)],
  ['sqrt', (reader, node, depth) => reader.root(node, depth)],
  ['op-limits', (reader, node, depth) => reader.limits(node, depth)],
  ['accent', (reader, node, depth) => reader.accent(node, depth)],
  ['overline', (reader, node, depth) => reader.lined('mover', node, depth)],
  ['underline', (reader, node, depth) => reader.lined('munder', node, depth)],
  ['mover', (reader, node, depth) => reader.braced('mover', node, depth)],
  ['munder', (reader, node, depth) => reader.braced('munder', node, depth)],
  ['mtable', (reader, node, depth) => reader.table(node, depth)],
  ['text', (reader, node) => reader.text(node)],
  ['minner', (reader, node, depth) => mrow(reader.row(node, depth))],
]);

function mrow(children: Child[]): MathElement {
  const [only] = children;
  return children.length === 1 && typeof only === 'object' ? only : { name: 'mrow', children };
}

function sign(text: string): MathElement {
  return { name: 'mo', children: [text] };
}

function leaf(names: string, text: string): Child[] {
  const shown = text.trim();
  if (shown === '') return [];
  if (OPERATOR.test(names)) return [sign(shown)];
  const font = names.split(/\s+/).flatMap(name => FONTS.get(name) ?? [])[0];
  const attributes = font === undefined ? undefined : { mathvariant: font };
  if (/^[\d.,]+$/.test(shown)) return [{ name: 'mn', children: [shown], attributes }];
  const parts = font === undefined ? Array.from(shown) : [shown];
  return parts.map(part => ({ name: 'mi', children: [part], attributes }));
}

function spaceOf(style: string): MathElement {
  const ems = Number(/margin-right:\s?([\d.]{1,12})em/.exec(style)?.[1] ?? 0);
  return { name: 'mspace', children: [], attributes: ems < 0.9 ? undefined : { width: `${ems}em` } };
}

function bracketOf(piece: string): string {
  const at = BRACKETS.indexOf(piece);
  return at < 0 ? piece : BRACKETS[at - (at % 4) + 3]!;
}

function hasClass(tree: PageTree, node: number, name: string): boolean {
  return classesOf(tree, node).split(/\s+/).includes(name);
}

/** Class names without the prefix that some versions of KaTeX add. */
function classesOf(tree: PageTree, node: number): string {
  return (tree.attribute(node, ATTR.class) ?? '').replace(/(^|\s)katex-(?!html)/g, '$1');
}

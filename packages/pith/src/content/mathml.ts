import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { MathElement } from './content.js';

/** Presentation MathML: all elements that are read and written. */
export const MATH_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose mfenced merror'
  ).split(' '),
);

/** Attributes that shape a formula; none of them loads, links or executes anything. */
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
export function mathElementOf(tree: PageTree, math: number): MathElement {
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

export function mathText(element: MathElement): string {
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

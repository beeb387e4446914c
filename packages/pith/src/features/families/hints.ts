import { type Family, share } from './family.js';

/** How much of the block the page repeats about itself: in its title, its description, its declared article text. */
export const hints: Family = {
  name: 'hints',
  features: ['share in title', 'share in description', 'share in article body', 'has article body'],
  fill(facts, rows, width, at) {
    const { blocks, hints: page } = facts;
    const title = new Set(wordsOf(page.title ?? ''));
    const description = new Set(wordsOf(page.description ?? ''));
    const body = triples(wordsOf(page.articleBody ?? ''));
    for (let b = 0; b < blocks.count; b++) {
      const words = wordsOf(blocks.texts[b]!.slice(0, LONGEST));
      const i = b * width + at;
      rows[i] = share(countIn(words, title), words.length);
      rows[i + 1] = share(countIn(words, description), words.length);
      rows[i + 2] = body.size > 0 ? shareOfTriples(words, body) : 0;
      rows[i + 3] = body.size > 0 ? 1 : 0;
    }
  },
};

/** The beginning of a block is enough to tell where else it stands. */
const LONGEST = 400;

function wordsOf(text: string): string[] {
  return text.length === 0 ? [] : (text.toLowerCase().match(/[\p{L}\p{N}]{1,40}/gu) ?? []);
}

function countIn(words: readonly string[], set: ReadonlySet<string>): number {
  let count = 0;
  if (set.size > 0) for (const word of words) if (set.has(word)) count++;
  return count;
}

function triples(words: readonly string[]): Set<string> {
  const set = new Set<string>();
  for (let i = 2; i < words.length; i++) set.add(`${words[i - 2]} ${words[i - 1]} ${words[i]}`);
  return set;
}

function shareOfTriples(words: readonly string[], set: ReadonlySet<string>): number {
  let found = 0;
  for (let i = 2; i < words.length; i++) if (set.has(`${words[i - 2]} ${words[i - 1]} ${words[i]}`)) found++;
  return share(found, words.length - 2);
}

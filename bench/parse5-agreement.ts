/**
 * Compares Pith's tree with that of parse5, a parser that follows the standard to the letter, on every page of the
 * corpora, and writes the figures to docs/results/parse5.md.
 *
 *   npx tsx --conditions=pith-source bench/parse5-agreement.ts [corpus ...]
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { markdownTable, multisetOverlap, packageVersion } from '@webpith/lab/internals';
import { decodeBytes } from '../packages/pith/src/html/from-bytes.js';
import { treeFromHtml } from '../packages/pith/src/tree/from-html.js';
import { giveResults } from './figures.js';
import { blocksOfParse5, blocksOfTree, type TextBlock } from './parse5-blocks.js';

interface Agreement {
  readonly id: string;
  /** Same text, white space aside. */
  readonly same: boolean;
  /** F1 over the multisets of word trigrams: sensitive to lost, added and moved words. */
  readonly text: number;
  /** F1 over the multisets of (tag, text). */
  readonly blocks: number;
  /** F1 over the multisets of (word, inside a link or not). */
  readonly links: number;
}

const root = process.env.PITH_CORPORA ?? new URL('../../shared/corpora', import.meta.url).pathname;
const names = process.argv.slice(2);
const corpora =
  names.length > 0 ? names : readdirSync(root).filter(name => existsSync(join(root, name, 'pages.jsonl')));

function compareCorpus(corpus: string): Agreement[] {
  const folder = join(root, corpus, 'html');
  return readdirSync(folder)
    .filter(file => file.endsWith('.html.gz'))
    .sort()
    .map(file => {
      const page = decodeBytes(new Uint8Array(gunzipSync(readFileSync(join(folder, file))))).text;
      // parse5 does not lay declarative shadow roots open: here they are templates like any other to both.
      const html = page.replace(/\bshadowroot(?:mode)?=/gi, 'data-$&');
      return compare(file.replace('.html.gz', ''), blocksOfTree(treeFromHtml(html)), blocksOfParse5(html));
    });
}

function compare(id: string, ours: readonly TextBlock[], theirs: readonly TextBlock[]): Agreement {
  const ourWords = ours.flatMap(block => block.words.map(word => word.text));
  const theirWords = theirs.flatMap(block => block.words.map(word => word.text));
  return {
    id,
    same: ourWords.join(' ') === theirWords.join(' '),
    text: f1(trigrams(ourWords), trigrams(theirWords)),
    blocks: f1(pairs(ours), pairs(theirs)),
    links: f1(linkWords(ours), linkWords(theirs)),
  };
}

const trigrams = (words: readonly string[]) =>
  words.length < 3 ? [words.join(' ')] : words.slice(2).map((_, i) => words.slice(i, i + 3).join(' '));
const pairs = (blocks: readonly TextBlock[]) =>
  blocks.map(block => `${block.tag}\n${block.words.map(word => word.text).join(' ')}`);
const linkWords = (blocks: readonly TextBlock[]) =>
  blocks.flatMap(block => block.words.map(word => `${word.linked ? 'a' : '-'}${word.text}`));

function f1(a: readonly string[], b: readonly string[]): number {
  return a.length + b.length === 0 ? 1 : (2 * multisetOverlap(a, b)) / (a.length + b.length);
}

function row(corpus: string, results: readonly Agreement[]): (string | number)[] {
  const mean = (of: (a: Agreement) => number) => results.reduce((sum, a) => sum + of(a), 0) / results.length;
  if (process.env.PITH_WORST !== undefined) printWorst(results);
  const digest = createHash('sha256')
    .update(readFileSync(join(root, corpus, 'pages.jsonl')))
    .digest('hex');
  const figures = [mean(a => (a.same ? 1 : 0)), mean(a => a.text), mean(a => a.blocks), mean(a => a.links)];
  const same = results.filter(a => a.blocks === 1).length / results.length;
  return [corpus, results.length, ...[...figures, same].map(x => x.toFixed(4)), `\`${digest}\``];
}

function printWorst(results: readonly Agreement[]): void {
  const worst = [...results].sort((a, b) => a.text + a.blocks + a.links - b.text - b.blocks - b.links);
  for (const a of worst.slice(0, 30)) {
    if (a.text + a.blocks + a.links < 3)
      console.log(a.id, a.text.toFixed(4), a.blocks.toFixed(4), a.links.toFixed(4));
  }
}

const heading = [
  'corpus',
  'pages',
  'same text',
  'text',
  'blocks',
  'links',
  'same blocks',
  'pages.jsonl (SHA-256)',
];
const agreement = markdownTable(
  heading,
  corpora.map(corpus => row(corpus, compareCorpus(corpus))),
);
const versions = `parse5 ${packageVersion('parse5')}`;
await giveResults('parse5', { parts: { versions, agreement } }, names.length === 0);

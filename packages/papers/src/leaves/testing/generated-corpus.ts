import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type LeafLabel, pageDigest, visibleLeaves, writeLabels } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { leafText } from '../leaf-text.js';

/** A generated page; the label of each leaf follows from its text or element. */
export function generatedPage(seed: number): string {
  const town = ['Arden', 'Belcombe', 'Corwen', 'Dalby'][seed % 4];
  return `<!doctype html><title>${town} opens its bridge</title>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<h1>${town} opens its bridge</h1>
<p class="byline">By <a href="/authors/ines" rel="author">Ines Okafor</a></p><time datetime="2024-05-0${1 + (seed % 9)}">${1 + (seed % 9)} May 2024</time>
<div class="content"><p>The bridge over the river at ${town} was opened on Friday after nine years of work by many hands.</p>
<p>Ferries will go on until the end of the month, said the mayor, who cut the <b>ribbon</b> at noon.</p></div>
<aside class="related"><h3>Related</h3><a href="/ferry-${seed}">Ferry timetable for spring</a></aside>
<a href="/${town}/2" class="next">Next page</a>
<footer>© Courier Press <a href="/feed">RSS</a></footer>`;
}

/** The label of a leaf of a generated page. */
export function generatedLabel(text: string): LeafLabel {
  if (/opens its bridge/.test(text)) return 'title';
  if (/^By$|Okafor/.test(text)) return 'author';
  if (/May 2024/.test(text)) return 'date';
  if (/Related|timetable/.test(text)) return 'related article';
  if (/Next/.test(text)) return 'next page';
  if (/©/.test(text)) return 'copyright';
  if (/RSS/.test(text)) return 'RSS feed';
  return /Home|News/.test(text) ? 'none' : 'paragraph';
}

/**
 * Writes a corpus `made` of generated pages below a folder, with its labels and its split: one page per site, and
 * second pages for the first sites of each side.
 */
export async function writeGeneratedCorpus(
  folder: string,
  train: number,
  test: number,
  second: { readonly train: number; readonly test: number } = { train: 0, test: 0 },
): Promise<void> {
  const sides = [
    ...Array.from({ length: train }, (_, i) => ({ side: 'train', site: i, isSecond: false }) as const),
    ...Array.from({ length: test }, (_, i) => ({ side: 'test', site: train + i, isSecond: false }) as const),
    ...Array.from({ length: second.train }, (_, i) => ({ side: 'train', site: i, isSecond: true }) as const),
    ...Array.from(
      { length: second.test },
      (_, i) => ({ side: 'aside', site: train + i, isSecond: true }) as const,
    ),
  ];
  const corpus = join(folder, 'corpora-of-pages/made');
  await mkdir(join(corpus, 'html'), { recursive: true });
  const lines: string[] = [];
  const split = { train: [] as string[], test: [] as string[], aside: [] as string[] };
  for (const [i, { side, site, isSecond }] of sides.entries()) {
    const html = Buffer.from(generatedPage(i));
    const id = `p${i}`;
    lines.push(JSON.stringify({ id, url: `https://site${site}.example/${isSecond ? 'b' : 'a'}`, text: 'x' }));
    await writeFile(join(corpus, 'html', `${id}.html.gz`), gzipSync(html));
    split[side].push(`made/${id}`);
    const tree = pageTree({ html });
    const nodes = Object.fromEntries(
      visibleLeaves(tree).map(leaf => [leaf.node, generatedLabel(leafText(tree, leaf))]),
    );
    await writeLabels(join(folder, 'corpora/leaves/made'), {
      id,
      digest: pageDigest(html),
      nodes,
      annotator: isSecond ? "the site's other page, corrected by reading" : 'rules, corrected by reading',
    });
  }
  await writeFile(join(corpus, 'pages.jsonl'), lines.join('\n'));
  await writeFile(join(folder, 'corpora/leaves/split.json'), JSON.stringify(split));
}

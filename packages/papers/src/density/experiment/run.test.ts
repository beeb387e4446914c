import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageDigest, writeCorpus, writeLabels } from '@webpith/lab';
import { markedNames, pageTree } from '@webpith/lab/internals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { density } from '../method.js';
import { sdTree } from '../sd-tree.js';
import { findNode } from '../testing/find-node.js';
import { articlePage, commentedPage, prose, threadPage } from '../testing/pages.js';

let root: string;
const corpora = () => join(root, 'pages');

/** Thirty pages of ten sites, ten of each class, labelled. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-density-'));
  const pages = Array.from({ length: 30 }, (_, i) => {
    const [type, html] = [
      ['article', articlePage(24 + i)],
      ['article', commentedPage(3 + i)],
      ['forum', threadPage(4 + i)],
    ][i % 3] as [string, string];
    const url = `https://site${i % 10}.example/${i}`;
    return { id: `p${i}`, url, type, text: prose(20), html: new TextEncoder().encode(html) };
  });
  await writeCorpus(join(corpora(), 'wcxb'), pages);
  for (const page of pages.filter(({ type }) => type === 'article')) {
    const isCommented = Number(page.id.slice(1)) % 3 === 1;
    const nodes = isCommented ? { [findNode(sdTree(pageTree(page)), '#comments')]: 'comments' } : {};
    const labels = { id: page.id, digest: pageDigest(page.html), nodes };
    await writeLabels(join(root, 'corpora/comments/wcxb'), labels);
  }
});
afterAll(() => rm(root, { recursive: true }));

it('repeats the experiments and writes tables and plots', async () => {
  await density.experiment!({ corpora: corpora(), root, section: 'paper' });
  const read = (file: string) => readFile(join(root, 'docs/results', file), 'utf8');
  const document = await read('density.md');
  expect(document).toMatch(
    /\| A vs\. AC vs\. M \| 30 \| [01]\.\d{3} ± \d\.\d{3} \| – \| [01]\.\d{3} \| 0\.74 \| 0\.78 \|/,
  );
  expect(document).toContain('| `wcxb` | 10 | 30 | 33.33 % |');
  expect(document).not.toContain('NaN');
  expect(document).toMatch(/\| 40 \| [01]\.\d{3} \| [01]\.\d{3} \| [01]\.\d{3} \|/);
  for (const name of ['density.md', 'density-pages.md']) {
    const ours = await readFile(new URL(`../../../../../docs/results/${name}`, import.meta.url), 'utf8');
    const places = markedNames(ours).filter(place => !place.endsWith(':period'));
    expect(places.sort()).toEqual(markedNames(await read(name)).sort());
  }
  for (const name of ['learning', 'learned', 't1', 't2']) {
    expect(await read(`images/density-${name}.svg`)).toMatch(/^<svg .*<\/svg>$/s);
  }
});

it('keeps the text around the figures', async () => {
  const file = join(root, 'docs/results/density.md');
  await writeFile(file, `People wrote this.\n\n${await readFile(file, 'utf8')}`);
  await density.experiment!({ corpora: corpora(), root, section: 'paper' });
  expect(await readFile(file, 'utf8')).toMatch(/^People wrote this\.\n\n<!-- density:provenance -->\n- /);
});

it('stops on request, and writes nothing', async () => {
  const elsewhere = join(root, 'elsewhere');
  const signal = AbortSignal.abort();
  await expect(density.experiment!({ corpora: corpora(), root: elsewhere, signal })).rejects.toThrow();
  await expect(readFile(join(elsewhere, 'docs/results/density.md'))).rejects.toThrow(/ENOENT/);
});

it('trains on a fifth of the sites and scores the rest', async () => {
  const said = await density.train!({ corpora: corpora(), root });
  expect(said).toMatch(/models\/density\.json\.gz: T1 = \d+, T2 = \d+/);
});

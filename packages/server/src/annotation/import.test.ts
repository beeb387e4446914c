import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { html as answering, closeServers, serve } from '@webpith/fetch/testing';
import { pageDigest } from '@webpith/lab';
import {
  addCorpus,
  addUpload,
  openStore,
  readPageAnnotation,
  readPageBytes,
  readPages,
  readUpload,
  removeUpload,
  type Store,
  saveLabels,
} from '@webpith/store';
import { onBothDatabases } from '@webpith/store/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import type { ImportResult } from '../api/corpora.js';
import type { JobContext } from '../jobs/worker.js';
import { storyPage } from '../testing/annotation.js';
import { EXPORTS } from './export.js';
import { runImport } from './import.js';
import { labelledExamples } from './labelled-pages.js';
import { tarOf } from './tar.js';

/** A WARC record with a response. */
function warcRecord(url: string, body: string, type = 'response'): Buffer {
  const block = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`);
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-02T03:04:05Z',
    'WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

const lineOf = (word: string) => JSON.stringify({ id: word, html: storyPage(word) });

/** The text of the first paragraph of a story. */
function textNode(word: string): number {
  const tree = treeFromHtml(storyPage(word));
  return tree.tag.indexOf(TAG.p) + 1;
}

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(all);
}

/** A tar archive; the contents are Latin-1, so that any bytes can be written. */
function tarOfFiles(files: Record<string, string>): Promise<Buffer> {
  const source = async function* () {
    for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text, 'latin1') };
  };
  return bytesOf(tarOf(source()));
}

onBothDatabases(address => {
  let store: Store;
  let scratch: string;
  let made = 0;
  beforeAll(async () => {
    store = await openStore(address());
    scratch = await mkdtemp(join(tmpdir(), 'pith-import-'));
  });
  afterEach(closeServers);
  afterAll(async () => {
    await store.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const importing = async (
    name: string,
    content: string | Uint8Array,
    allowPrivate = false,
    corpus = `corpus-${made++}`,
  ) => {
    await addCorpus(store, { name: corpus, title: corpus, task: 'content' });
    const upload = await addUpload(store, Buffer.from(content));
    let checkpoint: unknown;
    /** Runs the job like a server that is stopped after some pages. */
    const run = async (most = Number.POSITIVE_INFINITY) => {
      const options = { corpus, upload, name, allowPrivate };
      const job = { options, checkpoint } as unknown as JobContext['job'];
      const stop = new AbortController();
      // Each run has a folder of its own.
      const own = await mkdtemp(join(scratch, 'run-'));
      let pages = 0;
      return (await runImport({
        store,
        job,
        scratch: own,
        signal: stop.signal,
        report: () => {
          if (++pages === most) stop.abort();
        },
        save: async value => {
          checkpoint = JSON.parse(JSON.stringify(value));
        },
      })) as ImportResult;
    };
    const pages = async () => await readPages(store, corpus);
    return { name: corpus, run, pages, upload };
  };

  const exported = (corpus: string) => bytesOf(EXPORTS.folder.write({ store, corpus }));

  it('imports a single page under the name of its file', async () => {
    const { run, pages, upload } = await importing('My page.html', storyPage('pier'));
    expect(await run()).toEqual({
      file: 'My page.html',
      added: 1,
      known: 0,
      failed: 0,
      failures: [],
      labelled: 0,
      skipped: {},
    });
    expect(await pages()).toMatchObject([{ name: 'My-page', title: 'The pier' }]);
    expect((await readUpload(store, upload).next()).done).toBe(true);
  });

  it.each([
    ['pages.warc', (records: Buffer[]) => Buffer.concat(records)],
    ['pages.warc.gz', (records: Buffer[]) => Buffer.concat(records.map(record => gzipSync(record)))],
  ])('imports the pages of %s, once each', async (name, packed) => {
    const records = ['pier', 'mole', 'pier'].map(word =>
      warcRecord(`https://a.org/${word}`, storyPage(word)),
    );
    const file = packed([...records, warcRecord('https://a.org/x', '', 'request')]);
    const { run, pages } = await importing(name, file);
    expect(await run()).toMatchObject({ added: 2, known: 1, failed: 0, skipped: { request: 1 } });
    expect((await pages()).map(page => [page.url, page.title, page.name])).toEqual([
      ['https://a.org/pier', 'The pier', 'a.org-pier'],
      ['https://a.org/mole', 'The mole', 'a.org-mole'],
    ]);
  });

  it('converts the gold text of a corpus to labels if it has none', async () => {
    const tree = treeFromHtml(storyPage('pier'));
    const paragraphs = [...tree.tag.keys()].filter(node => tree.tag[node] === TAG.p);
    const text = paragraphs.map(node => tree.text(node + 1)).join('\n');
    const archive = await tarOfFiles({
      'c/pages.jsonl': `${JSON.stringify({ id: 'a', text })}\n${JSON.stringify({ id: 'b' })}\n`,
      'c/html/a.html.gz': gzipSync(storyPage('pier')).toString('latin1'),
      'c/html/b.html.gz': gzipSync(storyPage('mole')).toString('latin1'),
    });
    const { run, name, pages } = await importing('corpus.tar.gz', gzipSync(archive));
    expect(await run()).toMatchObject({ added: 2, labelled: 1, failed: 0 });
    const [page] = await pages();
    const { labels } = await readPageAnnotation(store, page!.id, 'gold text');
    expect(labels).toContainEqual(expect.objectContaining({ node: textNode('pier'), label: 'main content' }));
    const examples = [];
    for await (const { page: own } of labelledExamples({ store, corpus: name }))
      examples.push([own.id, own.text]);
    expect(examples).toEqual([['a', text]]);
  });

  it('continues after a damaged part of a WARC file, and reports its position', async () => {
    const [one, two, three] = ['a', 'b', 'c'].map(word =>
      gzipSync(warcRecord(`https://a.org/${word}`, storyPage(word))),
    );
    two!.fill(0x41, 20); // no longer gzip
    const { run, pages } = await importing('broken.warc.gz', Buffer.concat([one!, two!, three!]));
    const result = await run();
    expect(result).toMatchObject({ added: 2 });
    expect(result.failures[0]).toMatchObject({
      record: `byte ${one!.length}`,
      reason: expect.stringContaining('no readable record'),
    });
    expect((await pages()).map(({ title }) => title)).toEqual(['The a', 'The c']);
  });

  it('imports JSON lines, and reports those without a page', async () => {
    const lines = [
      JSON.stringify({ id: 7, url: 'https://a.org/7', html: '<meta charset=latin1><p>漢字 é' }),
      'no json',
      JSON.stringify({ id: 'base', base64: Buffer.from(storyPage('pier')).toString('base64') }),
      JSON.stringify({ id: 'bare', url: 'https://a.org/bare' }),
    ];
    const { run, pages } = await importing('pages.jsonl', lines.join('\n'));
    const result = await run();
    expect(result).toMatchObject({ added: 2, failed: 2 });
    expect(result.failures.map(({ record }) => record)).toEqual([
      `byte ${Buffer.byteLength(lines[0]!) + 1}`,
      'https://a.org/bare',
    ]);
    const [first] = await pages();
    expect(first?.name).toBe('7');
    expect(Buffer.from((await readPageBytes(store, first!.id))!).toString()).toContain('漢字 é');
  });

  it('fetches a list of URLs, and reports those that fail', async () => {
    const here = await serve(answering(storyPage('pier')));
    const list = `# pages\n${here}/one\n\n${here.replace(/:\d+/, ':1')}/gone\n`;
    const { run, pages } = await importing('list.txt', list, true);
    const result = await run();
    expect(result).toMatchObject({ added: 1, failed: 1 });
    expect(result.failures[0]?.record).toContain('/gone');
    expect(await pages()).toMatchObject([{ url: `${here}/one`, title: 'The pier' }]);
  });

  it('requests no private address', async () => {
    let requests = 0;
    const here = await serve((_request, response) => {
      requests++;
      response.end('<p>x');
    });
    const { run } = await importing('list.txt', `${here}/one\n`);
    expect(await run()).toMatchObject({ added: 0, failed: 1 });
    expect(requests).toBe(0);
  });

  it('rejects a file of unknown kind, and a file without pages', async () => {
    const { run } = await importing('holiday.bin', Uint8Array.of(1, 2, 3, 4));
    await expect(run()).rejects.toThrow(/holiday\.bin is not a WARC file/);
    const empty = await importing('empty.warc', warcRecord('https://a.org/x', '', 'request'));
    await expect(empty.run()).rejects.toThrow('empty.warc contains no page');
  });

  it('imports the archive of a corpus with its labels, and overwrites no labels', async () => {
    const { name: from, run, pages } = await importing('a.jsonl', ['pier', 'mole'].map(lineOf).join('\n'));
    await run();
    const [page] = await pages();
    const marks = [
      { id: '1', node: 3, label: 'main content', scope: 'subtree' },
      { id: '2', node: textNode('pier'), label: 'noise', scope: 'node', start: 0, end: 4 },
    ] as const;
    await saveLabels(store, { page: page!.id, annotator: 'ann', operations: marks, done: true });
    const archive = await exported(from);
    const copy = await importing(`${from}.tar.gz`, archive);
    expect(await copy.run()).toMatchObject({ added: 2, labelled: 1, failed: 0 });
    const [restored] = await copy.pages();
    expect(restored).toMatchObject({ name: 'pier', digest: page!.digest });
    const { labels, done } = await readPageAnnotation(store, restored!.id, 'ann');
    expect({ labels, done }).toEqual({ labels: marks.map(({ id: _, ...mark }) => mark), done: true });
    // Importing the archive again does not undo later changes by ann.
    await saveLabels(store, {
      page: restored!.id,
      annotator: 'ann',
      operations: [{ id: '3', node: 3, label: null }],
    });
    const again = await importing('again.tgz', archive, false, copy.name);
    expect(await again.run()).toMatchObject({ added: 0, known: 2, labelled: 0 });
    expect((await readPageAnnotation(store, restored!.id, 'ann')).labels).toHaveLength(1);
  });

  it('rejects an archive that is broken or not a corpus', async () => {
    const broken = await importing('x.tar.gz', gzipSync('not a tar archive'.repeat(100)));
    await expect(broken.run()).rejects.toThrow(/Cannot unpack x\.tar\.gz: .*invalid tar header/);
    const cut = await importing(
      'y.tar.gz',
      gzipSync(await tarOfFiles({ 'a/pages.jsonl': '{}'.repeat(900) })).subarray(0, 60),
    );
    await expect(cut.run()).rejects.toThrow('Cannot unpack y.tar.gz');
    const other = await importing(
      'z.tar.gz',
      gzipSync(await tarOfFiles({ '../../etc/passwd': 'x', 'a/html/../../x.html.gz': 'x' })),
    );
    await expect(other.run()).rejects.toThrow('z.tar.gz contains no corpus');
  });

  it('keeps pages whose labels do not fit, and reports them', async () => {
    const html = gzipSync(storyPage('pier')).toString('latin1');
    const digest = pageDigest(Buffer.from(storyPage('pier')));
    const files = (nodes: object, sum = digest) => ({
      'c/pages.jsonl': '{"id":"a"}\n{"id":"gone"}\n',
      'c/html/a.html.gz': html,
      'c/labels/a.json': JSON.stringify({ id: 'a', digest: sum, nodes }),
    });
    const beyond = await importing('a.tar.gz', gzipSync(await tarOfFiles(files({ 9999: 'noise' }))));
    const result = await beyond.run();
    expect(result).toMatchObject({ added: 1, labelled: 0, failed: 2 });
    expect(result.failures.map(({ record }) => record).sort()).toEqual(['gone', 'labels of a']);
    expect(JSON.stringify(result)).not.toContain(scratch);
    const foreign = await importing('b.tar.gz', gzipSync(await tarOfFiles(files({ 4: 'noise' }, 'ff'))));
    expect(await foreign.run()).toMatchObject({ added: 1, labelled: 0, failed: 2 });
    const fitting = await importing('c.tar.gz', gzipSync(await tarOfFiles(files({ 4: 'noise' }))));
    expect(await fitting.run()).toMatchObject({ added: 1, labelled: 1, failed: 1 });
    const [page] = await fitting.pages();
    expect((await readPageAnnotation(store, page!.id, 'imported')).labels).toEqual([
      { node: 4, label: 'noise', scope: 'node' },
    ]);
  });

  it('can run again after its end, with the same result', async () => {
    const { run, pages } = await importing('a.html', storyPage('pier'));
    const first = await run();
    expect(await run()).toEqual(first);
    expect(await pages()).toHaveLength(1);
  });

  it('reports that an upload was removed', async () => {
    const { run, upload } = await importing('a.html', storyPage('pier'));
    await removeUpload(store, upload);
    await expect(run()).rejects.toThrow('upload the file again');
  });

  const WORDS = ['pier', 'mole', 'quay', 'lock', 'buoy', 'mast'];
  it.each([
    ['pages.jsonl', async () => WORDS.map(lineOf).join('\n')],
    ['pages.jsonl.gz', async () => gzipSync(WORDS.map(lineOf).join('\n'))],
    [
      'pages.warc.gz',
      async () =>
        Buffer.concat(WORDS.map(word => gzipSync(warcRecord(`https://a.org/${word}`, storyPage(word))))),
    ],
    [
      'corpus.tar.gz',
      async () =>
        gzipSync(
          await tarOfFiles(
            Object.fromEntries([
              ['c/pages.jsonl', WORDS.map(id => `${JSON.stringify({ id })}\n`).join('')],
              ...WORDS.map(word => [`c/html/${word}.html.gz`, gzipSync(storyPage(word)).toString('latin1')]),
            ]),
          ),
        ),
    ],
  ] as const)('continues where it was interrupted: %s', async (name, content) => {
    const { run, pages } = await importing(name, await content());
    for (const _ of [1, 2, 3, 4]) await expect(run(2)).rejects.toThrow();
    // The page at which a run was stopped may be read again.
    const { added, known, failed } = await run();
    expect(failed).toBe(0);
    expect(added + known).toBe(WORDS.length);
    expect((await pages()).map(page => page.title)).toEqual(WORDS.map(word => `The ${word}`));
  });

  it('does not fetch again what it fetched before it was interrupted', async () => {
    const asked: string[] = [];
    const here = await serve((request, response) => {
      asked.push(request.url!);
      answering(storyPage(request.url!.slice(1)))(request, response);
    });
    const { run, pages } = await importing('list.txt', WORDS.map(word => `${here}/${word}\n`).join(''), true);
    await expect(run(1)).rejects.toThrow();
    asked.length = 0;
    expect(await run()).toMatchObject({ added: WORDS.length, failed: 0 });
    expect(asked).not.toContain(`/${WORDS[0]}`);
    expect(await pages()).toHaveLength(WORDS.length);
  });
});

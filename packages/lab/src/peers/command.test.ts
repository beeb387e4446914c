import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../evaluation/evaluate.js';
import { tinyCorpus } from '../evaluation/testing/tiny-corpus.js';
import { loadExtractor } from '../extractors.js';
import { commandWords } from './programs.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The method name of a program that answers each line with the value of an expression. */
async function program(name: string, answer: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  const code = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const page = JSON.parse(line);
  ${answer}
}`;
  await writeFile(file, code);
  return `cmd: ${process.execPath} "${file}"`;
}
const ECHO = 'console.log(JSON.stringify({ id: page.id, text: page.html, title: page.url }));';
const page = (id: string) => ({ id, url: 'https://example.org/', html: Buffer.from(`<p>Page ${id}`) });

describe('a program as a method', () => {
  it('is split into words without a shell', () => {
    expect(commandWords(`cmd: python "my dir/my.py" --x='a b' 'c d' $HOME`)).toEqual([
      'python',
      'my dir/my.py',
      "--x='a",
      "b'",
      'c d',
      '$HOME',
    ]);
  });

  it('gets a line per page and answers with one', async () => {
    const method = await loadExtractor(await program('echo', ECHO), { commands: true });
    for (const id of ['a', 'b']) {
      const found = await method.extract(page(id));
      expect(found).toMatchObject({ text: `<p>Page ${id}`, title: 'https://example.org/' });
    }
  });

  it.each([
    ['ends', "console.error('no model'); process.exit(3);", /ended with code 3: no model/],
    ['is late', 'await new Promise(() => setInterval(() => {}, 1000));', /returned nothing within 2 s/],
    ['answers no JSON', "console.log('Tides');", /not JSON/],
    [
      'answers for another page',
      "console.log(JSON.stringify({ id: 'x', text: '' }));",
      /returned page “x” instead of “bad”/,
    ],
    ['reports an error', "console.log(JSON.stringify({ id: page.id, error: 'too long' }));", /too long/],
  ])('fails on a page if it %s, and is started again for the next', async (name, answer, message) => {
    const bad = `if (page.id === 'bad') { ${answer} } else { ${ECHO} }`;
    const method = await loadExtractor(await program(name.replaceAll(' ', '-'), bad), {
      commands: true,
      // Only the late program should reach its limit, even on a busy machine.
      timeLimit: name === 'is late' ? 2000 : 60_000,
    });
    await expect(method.extract(page('bad'))).rejects.toThrow(message);
    expect(await method.extract(page('good'))).toMatchObject({ text: '<p>Page good' });
  });

  it('reports a program that does not exist', async () => {
    const method = await loadExtractor('cmd: no-such-program', { commands: true });
    await expect(method.extract(page('a'))).rejects.toThrow(/no-such-program cannot be started/);
  });

  it('is refused where it is not allowed, as on a server', async () => {
    await expect(loadExtractor('cmd: true')).rejects.toThrow(/starts a program, which only pith eval may do/);
  });

  it('is evaluated like any other method', async () => {
    const corpus = await tinyCorpus([
      { id: 'a', text: 'the words of page a' },
      { id: 'b', text: 'the words of page b' },
    ]);
    const method = await program('evaluated', `if (page.id === 'b') process.exit(1); ${ECHO}`);
    const { summary } = await evaluate({
      corpus: corpus.dir,
      methods: [method],
      commands: true,
      out: join(corpus.root, 'run'),
      digestCache: join(corpus.root, 'digests.json'),
      workers: 1,
    });
    expect(summary.methods[0]).toMatchObject({
      overall: { f1: { mean: 0.5 } },
      failures: { threw: 1 },
      firstFailure: { page: 'b', error: expect.stringContaining('ended with code 1') },
    });
    await corpus.remove();
  });
});

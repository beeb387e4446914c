import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { type MemoryIoOptions, memoryIo } from '../testing/memory-io.js';
import { fileNames } from './output.js';

const SENTENCE = 'Both boats were for sale, and the man who sold them could not see colours at all.';
const page = (title: string, body = '') => `<html lang=en><head><title>${title}</title>
<meta name=author content="E. Marlow"><meta property="article:published_time" content="2025-10-18T06:30:00Z"></head>
<body><nav><a href=/>Home</a></nav><article><h1>${title}</h1><p>One was blue. ${SENTENCE}</p>
<p>The other had <a href=/been>been blue</a>. ${SENTENCE}</p><p>Neither of ${title} was sold. ${SENTENCE}</p>${body}</article>`;

let folder: string;
let site: string;
const received: { path: string | undefined; agent: string | undefined; cookie: string | undefined }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pith-many-'));
  mkdirSync(join(folder, 'pages/deep/.git'), { recursive: true });
  writeFileSync(join(folder, 'pages/one.html'), page('One boat'));
  writeFileSync(join(folder, 'pages/deep/two.htm'), page('Two boats'));
  writeFileSync(join(folder, 'pages/notes.txt'), 'no page');
  writeFileSync(join(folder, 'pages/paper.html'), '%PDF-1.7 …');
  site = await serve((request, response) => {
    const { headers, url } = request;
    received.push({ path: url, agent: headers['user-agent'], cookie: headers.cookie });
    response.writeHead(200, { 'content-type': 'text/html' }).end(page('Web boats'));
  });
});

afterAll(() => {
  closeServers();
  rmSync(folder, { recursive: true });
});

async function pith(args: string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const code = await main(['extract', ...args], io);
  return { code, out: io.out(), err: io.err() };
}

const written = (out: string) =>
  readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.\w+$/.test(name))
    .map(name => name.replaceAll('\\', '/'))
    .sort();

describe('several pages', () => {
  const one = () => join(folder, 'pages/one.html');
  const two = () => join(folder, 'pages/deep/two.htm');

  it('are printed below their names', async () => {
    const { code, out } = await pith([one(), two()]);
    expect(code).toBe(0);
    expect(out).toMatch(/^==> .*one\.html <==\nOne was blue\.[\s\S]*\n\n==> .*two\.htm <==\nOne was blue\./);
  });

  it('are printed as lines of JSON with the source of each', async () => {
    const lines = (await pith([one(), two(), '--json'])).out.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { page: one(), title: 'One boat' },
      { page: two(), title: 'Two boats' },
    ]);
    const chunks = (await pith([one(), two(), '--chunks', '30'])).out.trimEnd().split('\n');
    expect(new Set(chunks.map(line => JSON.parse(line).page))).toEqual(new Set([one(), two()]));
  });

  it('can come from folders; a failed page does not stop the others', async () => {
    const { code, out, err } = await pith([join(folder, 'pages')]);
    expect(code).toBe(1);
    expect(out).toContain('Neither of One boat');
    expect(out).toContain('Neither of Two boats');
    expect(out).not.toContain('no page');
    expect(err).toMatch(/paper\.html: .* is a PDF document, not a web page/);
    expect(err).toMatch(/1 of 3 pages failed/);
  });

  it.each([
    ['pages/**/*.htm', ['deep/two.htm']],
    ['pages/{one,three}.html', ['one.html']],
    ['pages/[!p]*.html', ['one.html']],
    ['pages/?ne.html', ['one.html']],
    ['page?/**/{one,two}.htm*', ['deep/two.htm', 'one.html']],
  ])('can come from the pattern %s', async (pattern, names) => {
    const { out } = await pith([join(folder, pattern), join(folder, pattern), '--json']);
    const found = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).page as string);
    expect(new Set(found)).toEqual(new Set(names.map(name => join(folder, 'pages', name))));
  });

  it('can come from a list of URLs and files, also on standard input', async () => {
    const list = `# to read\n${site}/a\n\n  ${one()}\r\n`;
    writeFileSync(join(folder, 'list.txt'), list);
    for (const args of [
      ['-i', join(folder, 'list.txt')],
      ['--input', '-'],
    ]) {
      const { code, out } = await pith([...args, '--allow-private', '--json'], { input: list });
      expect(code).toBe(0);
      const titles = out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).title);
      expect(titles).toEqual(['Web boats', 'One boat']);
    }
  });

  it('are written to separate files with matching names', async () => {
    const out = join(folder, 'out');
    const { code } = await pith([
      join(folder, 'pages'),
      `${site}/a/b.html?c=1`,
      '--allow-private',
      '--out-dir',
      out,
      '-f',
      'markdown',
    ]);
    expect(code).toBe(1); // because of the PDF
    const host = new URL(site).host.replace(':', '-');
    expect(written(out)).toEqual([`${host}/a/b-c-1.md`, 'deep/two.md', 'one.md'].sort());
    expect(readFileSync(join(out, 'deep/two.md'), 'utf8')).toContain('Neither of Two boats');
  });

  it.each([
    [['/nowhere/*.html'], /no files match \/nowhere/, 1],
    [[`${tmpdir()}/pith-absent`], /does not exist/, 1],
    [[], /no page given; name a file, a folder, a URL or -/, 2],
    [['-', '-o', 'a', '--out-dir', 'b'], /--out and --out-dir cannot be combined/, 2],
    [['-', '--front-matter'], /--front-matter needs --format markdown/, 2],
    [['a', 'b', '--url', 'https://example.org/'], /--url applies to one page/, 2],
  ])('are rejected: %j', async (args, message, code) => {
    const found = await pith(args, { input: '<p>x' });
    expect(found).toMatchObject({ code, out: '' });
    expect(found.err).toMatch(message);
  });
});

describe('output file names', () => {
  it('stay inside the folder and are unique', () => {
    const nameOf = fileNames('md');
    const names = [
      '../../etc/passwd.html',
      '/etc/passwd.html',
      'a/./b.html.gz',
      'A/B.html',
      'https://example.org/',
      'https://example.org/%2e%2e/%2fetc/x.php',
      'https://example.org/a?b=../../c',
      `https://example.org/${'x'.repeat(500)}`,
      '-',
      '...',
    ].map(name => nameOf({ source: name, name }));
    expect(names).toEqual([
      'passwd.md',
      'passwd-2.md',
      'a/b.md',
      'A/B-2.md',
      'example.org/index.md',
      'example.org/etc/x.md',
      'example.org/a-b-..-..-c.md',
      `example.org/${'x'.repeat(100)}.md`,
      'page.md',
      'page-2.md',
    ]);
  });
});

describe('the content of the output', () => {
  const table = '<table><tr><th>Boat<th>Price<tr><td>Blue<td>12<tr><td>Once blue<td>9</table>';
  const input = page(
    'Boats',
    `<figure><img src=/a.jpg><figcaption>A boat on its trailer</figcaption></figure>${table}`,
  );

  it.each([
    ['--no-links', /been blue\]\(/],
    ['--no-tables', /\| Blue \| 12 \|/],
  ])('is limited by %s', async (flag, pattern) => {
    const args = ['-', '-f', 'markdown', '--url', 'https://example.org/'];
    expect((await pith(args, { input })).out).toMatch(pattern);
    expect((await pith([...args, flag], { input })).out).not.toMatch(pattern);
  });

  it('depends on --captions and --no-images', async () => {
    const { out } = await pith(['-', '-f', 'html', '--captions'], { input });
    expect(out).toContain('A boat on its trailer');
    expect((await pith(['-', '-f', 'html', '--captions', '--no-images'], { input })).out).not.toContain(
      '<img',
    );
    expect((await pith(['-', '-f', 'html', '--no-captions'], { input })).out).not.toContain('trailer');
  });

  it('starts with metadata as YAML with --front-matter', async () => {
    const strange = page('Boats: “blue” # and\\n --- more');
    const { out } = await pith(['-', '-f', 'markdown', '--front-matter', '--url', 'https://example.org/b'], {
      input: strange,
    });
    const [, facts] = /^---\n([\s\S]*?)\n---\n\n/.exec(out) ?? [];
    expect(facts?.split('\n')).toEqual([
      'title: "Boats: “blue” # and\\\\n --- more"',
      'authors: ["E. Marlow"]',
      'published: "2025-10-18T06:30:00Z"',
      'url: "https://example.org/b"',
      'language: "en"',
    ]);
  });

  it('has front matter that no line break in a title can end', async () => {
    const { out } = await pith(['-', '-f', 'markdown', '--front-matter'], {
      input: page('Boats\u0085---\u0085 <b> \u009b31m'),
    });
    expect(out.slice(0, out.indexOf('\n---\n'))).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
    expect(out).toContain('title: "Boats\\u0085---');
  });

  it('has elements forced in and out with --rules, for all sites or one', async () => {
    const rules = join(folder, 'rules.json');
    const read = async (value: unknown) => {
      writeFileSync(rules, typeof value === 'string' ? value : JSON.stringify(value));
      return await pith(['-', '--rules', rules, '--url', 'https://www.example.org/'], { input });
    };
    expect((await read({ drop: ['article'] })).out).not.toContain('One was blue');
    expect((await read({ 'example.org': { drop: ['article'] } })).out).not.toContain('One was blue');
    expect((await read({ 'example.com': { drop: ['article'] } })).out).toContain('One was blue');
    for (const wrong of ['no JSON', '[]', '{}', '{"drop": "p"}', '{"example.org": {"hide": ["p"]}}']) {
      expect((await read(wrong)).err, wrong).toMatch(/^pith: invalid rules in .*\n$/);
    }
  });

  it('gets shorter or longer with --lean', async () => {
    const length = async (lean: string) => (await pith(['-', '--lean', lean], { input })).out.length;
    expect(await length('-1')).toBeLessThanOrEqual(await length('1'));
    expect((await pith(['-', '--lean', '2'], { input })).code).toBe(2);
  });
});

describe('pith extract', () => {
  it('sends --user-agent and --header', async () => {
    received.length = 0;
    const flags = ['--user-agent', 'reader/1', '--header', 'Cookie: a=b', '--header', 'X-One: 2'];
    expect((await pith([site, '--allow-private', ...flags])).code).toBe(0);
    expect(received).toEqual([{ path: '/', agent: 'reader/1', cookie: 'a=b' }]);
    expect((await pith([site, '--header', 'nonsense'])).err).toMatch(/Must be “Name: value”/);
    expect((await pith([site, '--header', 'A: b\r\nc: d'])).code).toBe(2);
  });

  it('uses the proxy of the environment', async () => {
    const proxy = await serve((request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(`By proxy ${request.url}`)),
    );
    const io = { ...memoryIo(), env: { http_proxy: proxy } };
    expect(await main(['extract', 'http://boats.example/a', '--title'], io)).toBe(0);
    expect(io.out()).toContain('By proxy http://boats.example/a');
  });

  it('prints errors but no hints with --quiet', async () => {
    const input = '<title>404</title>';
    expect((await pith(['-'], { input })).err).not.toBe('');
    expect((await pith(['-', '--quiet'], { input })).err).toBe('');
    expect((await pith(['/absent.html', '-q'])).err).toMatch(/does not exist/);
  });
});

it('pith extract writes no files unless requested', () => {
  expect(existsSync(join(folder, 'b'))).toBe(false);
});

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../testing/annotation.js';
import { articlePage } from '../testing/pages.js';
import { startTestServer, type TestServer } from '../testing/server.js';

/** Text that callers store and others read: titles, labels, notes, rules, names of pages and models. */
const HOSTILE = `"><img src=x onerror=alert(1)>\r\n@data\n../../etc/passwd '${'\u202e'}{{7*7}}=cmd|' /C calc'!A0`;
const URL = 'https://hostile.example/../<script>alert(1)</script>';

let server: TestServer;
let page: string;
let view: string;
beforeAll(async () => {
  server = await startTestServer({ corpora: '/nowhere' });
  const post = async (path: string, body: unknown) => (await (await server.post(path, body)).json()) as Json;
  await post('/v1/corpora', { name: 'stored', title: HOSTILE });
  const html = articlePage('Stored').replace(/<title>.*?<\/title>/, `<title>${HOSTILE}</title>`);
  ({ id: page } = await post('/v1/corpora/stored/pages', { html, id: HOSTILE, url: URL }));
  const result = await post('/v1/extract', { html, url: URL, keepView: true, explain: 'brief' });
  view = result.view;
  const drop = [result.decisions.find(({ kept }: Json) => kept).textFirst];
  await server.get(`/v1/views/${view}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: HOSTILE, corrections: { keep: [], drop } }),
  });
  await post('/v1/feedback', { view, missing: [], extra: drop, note: HOSTILE });
  await post('/v1/site-rules', { site: 'hostile.example', rules: { keep: [], drop: ['.x'] } });
  const operations = [3, 4, 5].map((node, i) => ({
    id: `00000000-0000-4000-8000-00000000000${i}`,
    node,
    label: i === 0 ? 'noise' : HOSTILE.slice(0, 60),
  }));
  // Labels with line breaks are refused one by one.
  for (const operation of operations)
    await post(`/v1/pages/${page}/labels`, { operations: [operation], done: true });
});
afterAll(() => server.close());

describe('stored text', () => {
  it('is never sent as something that a browser runs', async () => {
    const paths = [
      '/v1/corpora',
      '/v1/corpora/stored/pages',
      `/v1/pages/${page}`,
      `/v1/pages/${page}/labels`,
      `/v1/pages/${page}/source`,
      '/v1/views',
      '/v1/feedback',
      '/v1/site-rules',
      '/v1/jobs',
      ...['folder', 'arff', 'jsonl', 'text'].map(format => `/v1/corpora/stored/export?format=${format}`),
    ];
    for (const path of paths) {
      const { headers, status } = await server.get(path);
      expect(status, path).toBe(200);
      expect(headers.get('content-type'), path).not.toMatch(/html|svg|xml|javascript/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-disposition') ?? '').not.toMatch(/[\r\n<\\]|\.\.\//);
    }
  });

  it('has no scripts in the frame of a page', async () => {
    for (const path of [`/frame/views/${view}`, `/frame/pages/${page}`]) {
      const answer = await server.get(path);
      expect(answer.headers.get('content-security-policy')).toMatch(/sandbox|default-src 'none'/);
      expect(await answer.text()).not.toMatch(/<(?:script|img)[\s>]/i);
    }
  });

  it('leaves the folder of an export in no file name', async () => {
    const answer = await server.get('/v1/corpora/stored/export?format=folder');
    const tar = gunzipSync(Buffer.from(await answer.arrayBuffer()));
    const names: string[] = [];
    for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
      names.push(tar.toString('utf8', at, at + 100).replace(/\0.*$/s, ''));
      const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
      at += 512 + 512 * Math.ceil(size / 512);
    }
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      expect(name).not.toMatch(/(?:^|\/)\.\.?(?:\/|$)|^\/|[\\\r\n]/);
      expect(name.startsWith('stored/'), name).toBe(true);
    }
  });

  it('adds no line to ARFF', async () => {
    const text = await (await server.get('/v1/corpora/stored/export?format=arff')).text();
    expect(text.match(/^@data$/gm)).toHaveLength(1);
    const [head = '', rows = ''] = text.split('@data\n');
    for (const line of head.split('\n')) expect(line).toMatch(/^(?:@relation |@attribute |%|$)/);
    for (const row of rows.trimEnd().split('\n')) expect(row).toMatch(/^-?[\d.]+,/);
  });
});

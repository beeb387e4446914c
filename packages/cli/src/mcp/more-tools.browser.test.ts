import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { closeServers, serve } from '@webpith/fetch/testing';
import { findChromium } from '@webpith/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from 'webpith';

/** Search, several pages and rendered pages over HTTP: the command as a process, called by the official client. */
const COMMAND = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));
const hasChromium = findChromium() !== undefined;
if (!hasChromium) process.stderr.write('pith mcp --render is not tested: no Chromium\n');

const sentence =
  'The keeper wrote down every vessel that passed inside the rocks before the tide turned again.';
const story = (name: string) => `<html lang=en><title>${name}</title><article><h1>${name}</h1>
<p>${sentence} This was ${name}.</p><h2>Weather</h2><p>In March a gale from the north broke the Fresnel glass of the lantern.</p>
<h2>Vessels</h2><p>Forty brigs and one whaler were seen that year, none of them lost.</p></article>`;
const shell = `<html><head><title>Drawn</title></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>
<script>document.getElementById('root').innerHTML = '<article><h1>Drawn</h1>' + '<p>${sentence} Only a browser has this.</p>'.repeat(3) + '</article>';</script></body></html>`;

/** Scripts of hostile pages without text. */
const SCRIPTS: Readonly<Record<string, string>> = { '/endless': 'for (;;);' };

let site: string;
let command: ChildProcess;
let address: string;
let client: Client;

beforeAll(async () => {
  site = await serve((request, response) => {
    const script = SCRIPTS[request.url ?? ''];
    const page =
      script !== undefined
        ? shell.replace(/<script>.*<\/script>/s, `<script>${script}</script>`)
        : request.url === '/app'
          ? shell
          : story(`Light ${request.url?.slice(1)}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const flags = [
    'mcp',
    '--http',
    '0',
    '--allow-private',
    '--timeout',
    '10',
    ...(hasChromium ? ['--render'] : []),
  ];
  command = spawn(process.execPath, [COMMAND, ...flags]);
  for await (const line of createInterface({ input: command.stderr! })) {
    address = /listens on (\S+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
});

afterAll(async () => {
  await client.close();
  command.kill('SIGTERM');
  closeServers();
});

async function call(name: string, given: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: given });
  const [first] = result.content as { text: string }[];
  return { text: first?.text ?? '', isError: result.isError === true };
}

describe('pith mcp --http', () => {
  it('provides the same tools over Streamable HTTP', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'page_links',
      'page_metadata',
      'read_page',
      'read_pages',
      'read_section',
      'search_page',
    ]);
    expect((await call('read_page', { source: `${site}/a` })).text).toContain('# Light a');
  });

  it('responds 404 elsewhere', async () => {
    expect((await fetch(new URL('/', address))).status).toBe(404);
  });
});

describe('search_page', () => {
  it('finds passages by words, ignoring case and accents, with their section numbers', async () => {
    const { text } = await call('search_page', { source: `${site}/a`, query: 'FRESNÉL lantern gale' });
    expect(text).toMatch(/^- (\d+)\. Weather: In March a gale/m);
    const section = Number(/- (\d+)\. Weather/.exec(text)![1]);
    expect((await call('read_section', { source: `${site}/a`, section })).text).toMatch(/^## Weather/m);
  });

  it('reports if nothing is found', async () => {
    expect((await call('search_page', { source: `${site}/a`, query: 'zeppelin' })).text).toContain('Nothing');
    expect((await call('search_page', { source: `${site}/a`, query: '?!' })).text).toContain(
      'contains no words',
    );
  });
});

describe('read_pages', () => {
  it('returns several pages within one budget, with an error in place of a failed page', async () => {
    const sources = [`${site}/a`, 'ftp://example.org/x', `${site}/b`];
    const { text, isError } = await call('read_pages', { sources, budget: 1200 });
    expect(isError).toBe(false);
    expect(text).toContain('# Light a');
    expect(text).toContain('http and https');
    expect(text.indexOf('# Light b')).toBeGreaterThan(text.indexOf('# Light a'));
    expect(estimateTokens(text)).toBeLessThanOrEqual(1200);
  });

  it('requires a minimum budget per page', async () => {
    const { isError, text } = await call('read_pages', { sources: [`${site}/a`, `${site}/b`], budget: 300 });
    expect(isError).toBe(true);
    expect(text).toContain('at least 400');
  });
});

describe.skipIf(!hasChromium)('pith mcp --render', () => {
  it('renders a page whose text is written by scripts', { timeout: 180_000 }, async () => {
    const { text } = await call('read_page', { source: `${site}/app` });
    expect(text).toContain('Only a browser has this.');
  });

  it('ends a page that never ends, and still answers', { timeout: 180_000 }, async () => {
    const { isError } = await call('read_page', { source: `${site}/endless` });
    expect(isError).toBe(true);
    expect((await call('read_page', { source: `${site}/a` })).text).toContain('# Light a');
  });
});

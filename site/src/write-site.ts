import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { addressOf } from './address.js';
import { apiDocuments } from './api-documents.js';
import { collect } from './collect.js';
import { frontPage } from './front-page.js';
import { layOut, layOutWide } from './layout.js';
import { menuOf } from './menu.js';
import { PLAYGROUND, PLAYGROUND_BODY, playgroundFiles } from './playground-page.js';
import { searchIndex } from './search-index.js';

/** Writes the site to a folder and returns the number of pages; throws if a link is broken. */
export async function writeSite(root: string, out: string): Promise<number> {
  const { pages, files, broken } = collect(root, await apiDocuments(root));
  if (broken.length > 0) {
    throw new Error(`broken links:\n${broken.join('\n')}`);
  }
  const place: Place = address => {
    const file = join(out, address);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  const menu = menuOf(pages);
  for (const page of pages) writeFileSync(place(page.address), layOut(page, menu));
  for (const file of files) copyFileSync(join(root, file), place(addressOf(file)));
  writeFileSync(
    place('search-index.js'),
    `globalThis.pithSearchIndex=${JSON.stringify(searchIndex(pages))};`,
  );
  writeFileSync(place('index.html'), layOutWide(FRONT(root)));
  for (const image of PICTURES) copyFileSync(join(root, image), place(image));
  await writePlayground(root, place);
  return pages.length + 2;
}

const FRONT = (root: string) => ({
  address: 'index.html',
  title: 'Pith: the main content of a web page',
  description:
    'Extracts the main content of a web page: library, command, server, app and browser extension.',
  body: frontPage(root),
});

/** Images of the front page. */
const PICTURES = ['docs/images/playground-light.png', 'docs/images/playground-dark.png'];

type Place = (address: string) => string;

/** Writes the playground with the files that it shares with the site. */
export async function writePlayground(root: string, place: Place): Promise<void> {
  copyFileSync(join(root, 'site/client/site.css'), place('site.css'));
  copyFileSync(join(root, 'packages/app/public/icon.svg'), place('icon.svg'));
  await bundle(root, 'search', place('search.js'));
  const made = await playgroundFiles(root);
  for (const [name, text] of made) writeFileSync(place(name), text);
  const html = layOutWide({
    address: PLAYGROUND,
    title: 'Playground · Pith',
    description: 'Paste a page and see its main content, with the reason for every block.',
    body: PLAYGROUND_BODY,
    styles: ['playground.css'],
    scripts: ['playground-worker.js', 'playground-examples.js', 'playground.js'],
  });
  writeFileSync(place(PLAYGROUND), html);
  const files = [PLAYGROUND, 'site.css', 'search.js', 'icon.svg', ...made.keys()];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(place(file)));
  const constants = { VERSION: hash.digest('hex').slice(0, 12), FILES: files };
  await bundle(root, 'offline', place('offline.js'), constants);
}

async function bundle(
  root: string,
  name: string,
  outfile: string,
  constants: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const define = Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]);
  await build({
    entryPoints: [join(root, `site/client/${name}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: Object.fromEntries(define),
    logLevel: 'error',
  });
}

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { addressOf } from './address.js';
import { apiDocuments } from './api-documents.js';
import { collect } from './collect.js';
import { layOut } from './layout.js';
import { menuOf } from './menu.js';
import { searchIndex } from './search-index.js';

/** Writes the site to a folder and returns the number of pages; throws if a link is broken. */
export async function writeSite(root: string, out: string): Promise<number> {
  const { pages, files, broken } = collect(root, await apiDocuments(root));
  if (broken.length > 0) {
    throw new Error(`broken links:\n${broken.join('\n')}`);
  }
  const place = (address: string) => {
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
  copyFileSync(join(root, 'site/client/site.css'), place('site.css'));
  await build({
    entryPoints: [join(root, 'site/client/search.ts')],
    outfile: place('search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  return pages.length;
}

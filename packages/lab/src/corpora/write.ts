import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LabError } from '../errors.js';
import { isSafeId, type Page } from './corpus.js';
import { writeAtomically } from './files.js';
import { htmlFile } from './read.js';

/** Writes to a hidden sibling folder and renames it, so readers see all of the corpus or nothing. */
export async function writeCorpus(dir: string, pages: AsyncIterable<Page> | Iterable<Page>): Promise<number> {
  const target = resolve(dir);
  await refuseNonEmpty(target);
  await mkdir(dirname(target), { recursive: true });
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const count = await writePages(staging, pages);
    await rmdir(target).catch(() => undefined);
    await rename(staging, target);
    return count;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function writePages(dir: string, pages: AsyncIterable<Page> | Iterable<Page>): Promise<number> {
  await mkdir(join(dir, 'html'));
  const seen = new Set<string>();
  const lines = await open(join(dir, 'pages.jsonl'), 'w');
  try {
    for await (const page of pages) {
      checkId(page.id, seen);
      const { html, tree: _, ...gold } = page;
      await writeAtomically(htmlFile(dir, page.id), gzipSync(html));
      await lines.appendFile(`${JSON.stringify(gold)}\n`);
    }
  } finally {
    await lines.close();
  }
  return seen.size;
}

function checkId(id: string, seen: Set<string>): void {
  if (!isSafeId(id)) {
    throw new LabError(
      'bad-page',
      `The id ${JSON.stringify(id)} cannot be a file name. Give the page another id.`,
    );
  }
  if (seen.has(id)) throw new LabError('bad-page', `Two pages have the id “${id}”. Give each its own.`);
  seen.add(id);
}

async function refuseNonEmpty(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) {
    const message = `“${dir}” is not empty: it has ${entries.length} entries. Write the corpus to a new folder.`;
    throw new LabError('bad-option', message);
  }
}

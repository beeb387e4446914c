import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Gold } from '../../corpora/corpus.js';

/** A folder for one test, with a corpus in it. */
export interface TinyCorpus {
  /** Holds everything; removed by `remove`. */
  readonly root: string;
  /** The corpus. */
  readonly dir: string;
  /** Writes a module that is an extractor and gives its path: the name of a method. */
  method(name: string, body: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Writes a corpus whose pages hold their gold text as it is, without markup, so that a method that gives back the page
 * is right everywhere. `extra` lines are appended to pages.jsonl as they are.
 */
export async function tinyCorpus(pages: readonly Gold[], extra: readonly string[] = []): Promise<TinyCorpus> {
  const root = await mkdtemp(join(tmpdir(), 'pith-evaluation-'));
  const dir = join(root, 'corpora', 'tiny');
  await mkdir(join(dir, 'html'), { recursive: true });
  const lines = [...pages.map(page => JSON.stringify(page)), ...extra];
  await writeFile(join(dir, 'pages.jsonl'), `${lines.join('\n')}\n`);
  for (const { id, text = '' } of pages) await writeFile(join(dir, 'html', `${id}.html.gz`), gzipSync(text));
  return {
    root,
    dir,
    async method(name, body) {
      const file = join(root, `${name}.mjs`);
      await writeFile(
        file,
        `const html = page => Buffer.from(page.html).toString();\nexport default {${body}};\n`,
      );
      return file;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

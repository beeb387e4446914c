import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Gold } from '../../corpora/corpus.js';

export interface TinyCorpus {
  /** Contains the corpus and the methods; deleted by `remove`. */
  readonly root: string;
  readonly dir: string;
  /** Writes a module with an extractor and returns its path, which is the method's name. */
  method(name: string, body: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Writes a corpus whose pages are their gold text, so a method that returns the page is always right. `extra`
 * lines are appended to pages.jsonl.
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

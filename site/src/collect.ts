import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder, pageFromMarkdown, type SitePage } from './document.js';

export interface Collection {
  readonly pages: readonly SitePage[];
  /** Repository files that pages link to or show, to be copied. */
  readonly files: readonly string[];
  /** Broken links as `page: target`. */
  readonly broken: readonly string[];
}

/** Documents to start from, besides those in docs/. */
const FIRST = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE'];

/** Reads the documents of a repository and all documents they link to. `made`: path → generated document. */
export function collect(root: string, made: ReadonlyMap<string, string> = new Map()): Collection {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`);
  const queue = [...FIRST, ...documents.sort(), ...made.keys()];
  const seen = new Set(queue);
  const pages: SitePage[] = [];
  const files: string[] = [];
  const there = (file: string) => made.has(file) || existsSync(join(root, file));
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (!file.endsWith('.md')) {
      files.push(file);
      continue;
    }
    const page = pageFromMarkdown(file, made.get(file) ?? readFileSync(join(root, file), 'utf8'));
    pages.push(page);
    for (const { file: linked } of page.links) {
      const target = isFolder(linked) ? join(linked, 'README.md') : linked;
      if (seen.has(target) || !there(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return { pages, files, broken: brokenLinks(pages, new Set([...pages.map(({ file }) => file), ...files])) };
}

function brokenLinks(pages: readonly SitePage[], known: ReadonlySet<string>): string[] {
  const names = new Map(pages.map(({ file, headings }) => [file, new Set(headings.map(({ name }) => name))]));
  return pages.flatMap(page =>
    page.links
      .filter(({ file, heading }) => {
        const target = isFolder(file) ? join(file, 'README.md') : file;
        if (!known.has(target)) return true;
        return heading !== undefined && names.get(target)?.has(heading) === false;
      })
      .map(({ file, heading }) => `${page.file}: ${file}${heading === undefined ? '' : `#${heading}`}`),
  );
}

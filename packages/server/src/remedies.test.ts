import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

it('names options of the packages, and flags only in whole commands', () => {
  // A documentation test checks this page against the command's real options.
  const known = new Set(read('docs/reference/commands.md').match(/--[a-z][a-z-]+/g));
  const texts = ['server', 'fetch', 'render', 'sources', 'store']
    .flatMap(name => {
      const folder = `packages/${name}/src`;
      const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
      return files.map(file => `${folder}/${file}`);
    })
    .filter(path => /\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(path => [...read(path).matchAll(/['"`][^'"`\n]*\s(--[a-z][a-z-]+)[^'"`\n]*['"`]/g)]);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(([text, option]) => !/\bpith [a-z]+ /.test(text) || !known.has(option!))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

it('mentions only options that the command has', () => {
  // A documentation test checks this page against the command's real options.
  const known = new Set(read('docs/reference/commands.md').match(/--[a-z][a-z-]+/g));
  const mentioned = ['server', 'fetch', 'render', 'sources', 'store']
    .flatMap(name => {
      const folder = `packages/${name}/src`;
      const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
      return files.map(file => `${folder}/${file}`);
    })
    .filter(path => /\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(path => [...read(path).matchAll(/['"`][^'"`\n]*\s(--[a-z][a-z-]+)[^'"`\n]*['"`]/g)])
    .map(([text, option]) => ({ text, option }));
  expect(mentioned.length).toBeGreaterThan(5);
  expect(mentioned.filter(({ option }) => !known.has(option!))).toEqual([]);
});

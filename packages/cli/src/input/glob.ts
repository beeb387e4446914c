import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a path has signs that stand for others: `*`, `?`, `[…]`, `{…}`. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** Files that fit a pattern, sorted: for shells that hand it on as it is. `**` stands for any number of folders. */
export async function filesOfGlob(pattern: string): Promise<string[]> {
  const parts = pattern.split('/').filter((part, place) => part !== '' || place === 0);
  const [first = ''] = parts;
  const found: string[] = [];
  const waiting: [folder: string, rest: readonly string[]][] =
    first === '' ? [['/', parts.slice(1)]] : [['', parts]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [folder, [part, ...rest]] = next;
    if (part === undefined) continue;
    if (part === '**') waiting.push([folder, rest]);
    const fits = part === '**' ? undefined : segmentPattern(part);
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      const isHidden = entry.name.startsWith('.') && !part.startsWith('.');
      if (isHidden || (fits !== undefined && !fits.test(entry.name))) continue;
      if (entry.isDirectory()) waiting.push([path, fits === undefined ? [part, ...rest] : rest]);
      else if (fits !== undefined && rest.length === 0) found.push(path);
    }
  }
  return [...new Set(found)].sort();
}

async function entriesOf(folder: string) {
  return await readdir(folder || '.', { withFileTypes: true }).catch(() => []);
}

/** A part of a pattern between two slashes, as an expression; `*` matches as little as a name needs. */
function segmentPattern(part: string): RegExp {
  const source = part.replace(
    /\[([^\]]{1,100})\]|\{([^}]{1,500})\}|[*?]|[\\^$.|+()[\]{}/]/g,
    (all, set?: string, choices?: string) => {
      if (set !== undefined) return `[${set.replace(/^!/, '^').replace(/[\\\]]/g, '\\$&')}]`;
      if (choices !== undefined) return `(?:${choices.split(',').map(literal).join('|')})`;
      if (all === '*') return '.*';
      return all === '?' ? '.' : literal(all);
    },
  );
  return new RegExp(`^${source.replace(/(?:\.\*){2,}/g, '.*')}$`, 'us');
}

const literal = (text: string) => text.replace(/[\\^$.|?*+()[\]{}/-]/g, '\\$&');

import { posix } from 'node:path';

/** Path of a repository file on the site: documents become pages, sources plain text, others keep their name. The root is the front page. */
export function addressOf(file: string): string {
  if (file === 'README.md') return 'overview.html';
  if (file === 'LICENSE') return 'LICENSE.txt';
  if (file.endsWith('.md')) {
    const name = posix.basename(file, '.md');
    return posix.join(posix.dirname(file), name === 'README' ? 'index.html' : `${name}.html`);
  }
  return /\.(?:[cm]?[jt]sx?|py|sh|toml|ya?ml|html)$/.test(file) ? `${file}.txt` : file;
}

/** Relative address from one page to another, so that the site works in any folder and from disk. */
export function relativeAddress(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}

/** Heading ids as on GitHub: lower case, without punctuation, spaces as hyphens; repeated ids get a number. */
export function headingNames(): (heading: string) => string {
  const used = new Map<string, number>();
  return heading => {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const before = used.get(name) ?? 0;
    used.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

import type { ExtractFlags } from './flags.js';

/**
 * A page among others in one output. For programs: a line of JSON that says where it is from. For people: a line above it,
 * as `head` writes it; Markdown with facts on top tells where each begins by itself.
 */
export function withSource(source: string, text: string, flags: ExtractFlags, isLater: boolean): string {
  const { chunks, json, format, frontMatter, explain } = flags;
  if (chunks !== undefined) {
    const lines = text.split('\n').filter(line => line !== '');
    return lines.map(line => `${jsonLine(source, JSON.parse(line))}\n`).join('');
  }
  if (json || format === 'json') {
    const value = JSON.parse(text);
    return `${jsonLine(source, explain ? { decisions: value } : value)}\n`;
  }
  const above = frontMatter ? '' : `==> ${source} <==\n`;
  return `${isLater ? '\n' : ''}${above}${text === '' || text.endsWith('\n') ? text : `${text}\n`}`;
}

function jsonLine(page: string, value: object): string {
  return JSON.stringify({ page, ...value });
}

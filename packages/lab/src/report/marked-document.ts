import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomically } from '../corpora/write.js';
import { LabError } from '../errors.js';

/** Name → what stands between the markers `<!-- name -->` and `<!-- /name -->` of a document. */
export type MarkedParts = Readonly<Record<string, string>>;

const opening = (name: string) => `<!-- ${name} -->`;
const closing = (name: string) => `<!-- /${name} -->`;

/** Names of the marked parts of a document, in their order. */
export function markedNames(document: string): string[] {
  return Array.from(document.matchAll(/^<!-- ([\w:.+-]{1,80}) -->$/gm), ([, name]) => name!);
}

/**
 * A document with its marked parts replaced and all else as it was: people write what figures mean, commands write the
 * figures. A part that the document has no place for is an error, since its figures would be lost without a word.
 */
export function replaceMarked(document: string, parts: MarkedParts, name = 'The document'): string {
  let text = document;
  for (const [part, content] of Object.entries(parts)) {
    const start = text.indexOf(opening(part));
    const end = text.indexOf(closing(part), start);
    if (start < 0 || end < 0) {
      const message = `${name} has no place for “${part}”: expected a line ${opening(part)} and below it a line ${closing(part)}. Add them where it belongs.`;
      throw new LabError('bad-input', message);
    }
    text = `${text.slice(0, start + opening(part).length)}\n${content.trim()}\n${text.slice(end)}`;
  }
  return text;
}

/** Replaces the marked parts of a file. Where there is none yet, one with nothing but these parts is written. */
export async function writeMarked(file: string, parts: MarkedParts): Promise<void> {
  const blank = Object.keys(parts).map(part => `${opening(part)}\n${closing(part)}\n`);
  const before = existsSync(file) ? await readFile(file, 'utf8') : blank.join('\n');
  const after = replaceMarked(before, parts, file);
  await mkdir(dirname(file), { recursive: true });
  await writeAtomically(file, after);
}

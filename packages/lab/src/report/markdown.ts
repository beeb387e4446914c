import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cachedCorpusDigest } from '../corpora/digest.js';
import { writeAtomically } from '../corpora/files.js';
import { LabError } from '../errors.js';
import { score, signed } from '../evaluation/table.js';
import type { Interval } from '../statistics/bootstrap.js';
import { workspaceVersion } from '../versions.js';

/** Cells that count as figures: `0.905 ± 0.182`, `**0.885**`, `+0.011 (…)`, `$300`, `–`, or empty. */
const FIGURE = /^(?:[*+−$-]{0,3}\d.{0,80}|–|)$/;

export function markdownTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const rule = heading.map((_, column) =>
    column > 0 && rows.every(row => FIGURE.test(String(row[column] ?? ''))) ? '--:' : '---',
  );
  return [heading, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats scores; the highest of the row is bold, and so are those equal to it in three digits. */
export function withBestBold(scores: readonly (number | undefined)[]): string[] {
  const highest = score(Math.max(...scores.map(value => value ?? 0)));
  return scores.map(score).map(cell => (cell === highest ? `**${cell}**` : cell));
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function pInWords(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
}

export function intervalInWords({ estimate, low, high }: Interval): string {
  return `${estimate.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

export function signedInterval({ estimate, low, high }: Interval): string {
  return `${signed(estimate)} (${signed(low)} to ${signed(high)})`;
}

/** Name → text between the markers `<!-- name -->` and `<!-- /name -->` of a document. */
export type MarkedParts = Readonly<Record<string, string>>;

const opening = (name: string) => `<!-- ${name} -->`;
const closing = (name: string) => `<!-- /${name} -->`;

export function markedNames(document: string): string[] {
  return Array.from(document.matchAll(/^<!-- ([\w:.+-]{1,80}) -->$/gm), ([, name]) => name!);
}

/** Replaces the marked parts and keeps the text around them. Throws if a part has no markers. */
export function replaceMarked(document: string, parts: MarkedParts, name = 'The document'): string {
  let text = document;
  for (const [part, content] of Object.entries(parts)) {
    const start = text.indexOf(opening(part));
    const end = text.indexOf(closing(part), start);
    if (start < 0 || end < 0) {
      const message = `${name} has no markers for “${part}”. Add a line ${opening(part)} and below it a line ${closing(part)}.`;
      throw new LabError('bad-input', message);
    }
    text = `${text.slice(0, start + opening(part).length)}\n${content.trim()}\n${text.slice(end)}`;
  }
  return text;
}

/** Replaces the marked parts of a file; a missing file is created with these parts only. */
export async function writeMarked(file: string, parts: MarkedParts): Promise<void> {
  const blank = Object.keys(parts).map(part => `${opening(part)}\n${closing(part)}\n`);
  const before = existsSync(file) ? await readFile(file, 'utf8') : blank.join('\n');
  const after = replaceMarked(before, parts, file);
  await mkdir(dirname(file), { recursive: true });
  await writeAtomically(file, after);
}

export interface Results {
  readonly parts: MarkedParts;
  readonly images?: Readonly<Record<string, string>>;
}

/** Prefixes part names with the document's name: `swarm:table-1`. */
export function partsOf(name: string, parts: MarkedParts): MarkedParts {
  return Object.fromEntries(Object.entries(parts).map(([part, text]) => [`${name}:${part}`, text]));
}

export async function writeResults(
  root: string,
  name: string,
  { parts, images = {} }: Results,
): Promise<string> {
  const folder = join(root, 'docs/results');
  await mkdir(join(folder, 'images'), { recursive: true });
  for (const [image, svg] of Object.entries(images))
    await writeAtomically(join(folder, 'images', `${name}-${image}.svg`), svg);
  await writeMarked(join(folder, `${name}.md`), partsOf(name, parts));
  const count = Object.keys(images).length;
  return `wrote docs/results/${name}.md${count > 0 ? ` and ${count} ${count === 1 ? 'image' : 'images'}` : ''}`;
}

export async function provenanceOf(
  folders: readonly string[],
  tools: readonly string[] = [`Node ${process.versions.node}`],
): Promise<string> {
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  const corpora = folders.map((folder, i) => `\`${basename(folder)}\`: sha-256 ${digests[i]!.slice(0, 16)}`);
  const used = [`pith ${workspaceVersion('webpith').split('+')[0]}`, ...tools].join(', ');
  return [...corpora, used].map(line => `- ${line}`).join('\n');
}

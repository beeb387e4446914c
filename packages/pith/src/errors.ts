/** What can be wrong with an input; anything else gives a result. */
export type PithErrorCode =
  | 'bad-input' // not a page in any form that is read
  | 'not-a-page' // bytes of something else: a PDF, a picture, an archive
  | 'bad-model' // data that is no model, or a model of other columns
  | 'bad-option' // an option of the wrong kind or out of range
  | 'too-large'; // longer than `maxLength`, or of too many elements

/** Every error that the library throws; the message says what was expected, what came, and what to do. */
export class PithError extends Error {
  override readonly name = 'PithError';

  constructor(
    readonly code: PithErrorCode,
    /** What was expected and what came. */
    fault: string,
    /** What to do. */
    readonly remedy: string,
  ) {
    super(`${fault}; ${remedy}`);
  }
}

/** The error for a name that is on no list, with the one that was probably meant. */
export function unknownName(kind: string, name: unknown, known: readonly string[]): PithError {
  const near = typeof name === 'string' ? nearest(name, known) : undefined;
  return new PithError(
    'bad-option',
    `expected ${kind} (${known.join(', ')}), got ${shown(name)}`,
    near === undefined ? 'use one of these' : `did you mean ${near}?`,
  );
}

/** A value as it can stand in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** Longer names are no slips of the hand. */
const LONGEST_NAME = 40;

/** The name that a slip of the hand or two made this one of. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const meant = name.toLowerCase();
  const byDistance = known.map(each => ({ each, distance: distance(meant, each.toLowerCase()) }));
  byDistance.sort((a, b) => a.distance - b.distance);
  const best = byDistance[0];
  if (best === undefined) return undefined;
  return best.distance <= Math.ceil(best.each.length / 3) ? best.each : undefined;
}

/** How many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

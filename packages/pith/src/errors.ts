export type PithErrorCode =
  | 'bad-input' // not a supported form of page
  | 'not-a-page' // another kind of file: a PDF, an image, an archive
  | 'bad-model' // not a model, a damaged one, or one for other features
  | 'bad-option' // an unknown option, or one of the wrong type or out of range
  | 'too-large'; // longer than `maxLength`, or too many nodes or attributes

/** The only error class of the library. The message states what was expected, what was given, and how to fix it. */
export class PithError extends Error {
  override readonly name = 'PithError';

  constructor(
    readonly code: PithErrorCode,
    fault: string,
    readonly remedy: string,
  ) {
    super(`${fault}; ${remedy}`);
  }
}

export function unknownName(kind: string, name: unknown, known: readonly string[]): PithError {
  const near = typeof name === 'string' ? nearest(name, known) : undefined;
  return new PithError(
    'bad-option',
    `expected ${kind} (${known.join(', ')}), got ${shown(name)}`,
    near === undefined ? 'use one of these' : `did you mean ${near}?`,
  );
}

export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

const LONGEST_NAME = 40;

/** The known name with the smallest edit distance, if that is at most a third of its length, rounded up. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const meant = name.toLowerCase();
  const byDistance = known.map(each => ({ each, distance: distance(meant, each.toLowerCase()) }));
  byDistance.sort((a, b) => a.distance - b.distance);
  const best = byDistance[0];
  if (best === undefined) return undefined;
  return best.distance <= Math.ceil(best.each.length / 3) ? best.each : undefined;
}

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

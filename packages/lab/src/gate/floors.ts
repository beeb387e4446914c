import { readIfThere } from '../corpora/read-if-there.js';
import { writeAtomically } from '../corpora/write.js';
import { LabError } from '../errors.js';

export interface CorpusFloors {
  readonly digest: string;
  /** Versions of the extractor and the scorer at measurement. */
  readonly versions: { readonly extractor: string; readonly scorer: string };
  readonly pages: number;
  /** Page type (`all` for the whole corpus) → lowest mean F1 that passes. */
  readonly floors: Readonly<Record<string, number>>;
}

/** A lowered floor and the reason. Append-only; dates are in the history of the file. */
export interface LoweredFloor {
  readonly corpus: string;
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** `floors.json`: F1 that the default extractor must reach. */
export interface Floors {
  readonly format: 1;
  /** Distance of a floor below its measurement, for rounding and other machines. */
  readonly tolerance: number;
  readonly corpora: Readonly<Record<string, CorpusFloors>>;
  readonly lowered: readonly LoweredFloor[];
}

/**
 * Results are deterministic; this allows for another order of summation and a page or two of a small type.
 */
const DEFAULT_TOLERANCE = 0.003;

export const NO_FLOORS: Floors = { format: 1, tolerance: DEFAULT_TOLERANCE, corpora: {}, lowered: [] };

/** Reads the floors; a missing file has none, a broken one throws. */
export async function readFloors(file: string): Promise<Floors> {
  const text = await readIfThere(file);
  if (text === undefined) return NO_FLOORS;
  const fault = (what: string) => new LabError('bad-input', `${file}: ${what}. Restore it from its history.`);
  let floors: Floors | null;
  try {
    floors = JSON.parse(text) as Floors | null;
  } catch (error) {
    throw fault(`not JSON (${(error as Error).message})`);
  }
  const whole = floors?.format === 1 && typeof floors.corpora === 'object' && Array.isArray(floors.lowered);
  if (!floors || !whole) throw fault('expected {format: 1, tolerance, corpora, lowered}');
  for (const [corpus, { floors: values }] of Object.entries(floors.corpora)) {
    const odd = Object.entries(values ?? {}).find(([, floor]) => !(floor >= 0 && floor <= 1));
    if (odd) throw fault(`the floor of ${odd[0]} in ${corpus} must lie between 0 and 1, got ${odd[1]}`);
  }
  return floors;
}

export async function writeFloors(file: string, floors: Floors): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(floors, null, 2)}\n`);
}

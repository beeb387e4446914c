import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readIfThere, writeAtomically } from '../corpora/files.js';
import { listCorpora, locateCorpora } from '../corpora/locate.js';
import { LabError } from '../errors.js';
import { evaluate } from '../evaluation/evaluate.js';
import type { EvaluationSummary } from '../evaluation/summary.js';
import { alignColumns } from '../evaluation/table.js';

interface CorpusFloors {
  readonly digest: string;
  readonly versions: { readonly extractor: string; readonly scorer: string };
  readonly pages: number;
  /** Page type (`all` for the whole corpus) → lowest mean F1 that passes. */
  readonly floors: Readonly<Record<string, number>>;
}

/** A lowered floor and the reason. Append-only; dates are in the history of the file. */
interface LoweredFloor {
  readonly corpus: string;
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

export interface Floors {
  readonly format: 1;
  /** How far below the measured F1 a floor is set. */
  readonly tolerance: number;
  readonly corpora: Readonly<Record<string, CorpusFloors>>;
  readonly lowered: readonly LoweredFloor[];
}

/** Allows for rounding differences and for a change on one or two pages of a type. Repeated runs give equal results. */
const DEFAULT_TOLERANCE = 0.003;

export const NO_FLOORS: Floors = { format: 1, tolerance: DEFAULT_TOLERANCE, corpora: {}, lowered: [] };

export async function readFloors(file: string): Promise<Floors> {
  const text = await readIfThere(file);
  if (text === undefined) return NO_FLOORS;
  const fault = (what: string) =>
    new LabError('bad-input', `${file}: ${what}. Restore it from version control.`);
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

export interface Measurement {
  readonly corpus: string;
  readonly digest: string;
  readonly versions: { readonly extractor: string; readonly scorer: string };
  readonly pages: number;
  readonly f1: Readonly<Record<string, number>>;
}

interface GateLine {
  readonly corpus: string;
  readonly type: string;
  readonly floor?: number;
  readonly measured?: number;
  readonly verdict: 'passed' | 'undercut' | 'no floor' | 'not measured';
}

interface GateResult {
  readonly passed: boolean;
  readonly lines: readonly GateLine[];
  readonly changedCorpora: readonly string[];
}

export function measurementOf(corpus: string, summary: EvaluationSummary): Measurement {
  const method = summary.methods[0];
  if (!method?.overall)
    throw new LabError('bad-input', `Nothing in ${corpus} could be scored: it has no gold.`);
  const types = Object.entries(method.types).map(([type, scores]) => [type, scores.f1.mean] as const);
  return {
    corpus,
    digest: summary.run.digest,
    versions: { extractor: method.version, scorer: summary.run.scorer },
    pages: summary.corpus.pages,
    f1: Object.fromEntries([['all', method.overall.f1.mean], ...types]),
  };
}

/** Passes if no floor is undercut and every floor was measured on the same version of the corpus. */
export function checkGate(floors: Floors, measurements: readonly Measurement[]): GateResult {
  const lines = measurements.flatMap(measurement =>
    gateLines(floorsOf(floors, measurement.corpus), measurement),
  );
  const changedCorpora = measurements
    .filter(({ corpus, digest }) => (floorsOf(floors, corpus)?.digest ?? digest) !== digest)
    .map(({ corpus }) => corpus);
  const bad = lines.some(({ verdict }) => verdict === 'undercut' || verdict === 'not measured');
  return { passed: !bad && changedCorpora.length === 0, lines, changedCorpora };
}

function floorsOf(floors: Floors, corpus: string): CorpusFloors | undefined {
  return Object.hasOwn(floors.corpora, corpus) ? floors.corpora[corpus] : undefined;
}

function gateLines(floors: CorpusFloors | undefined, { corpus, f1 }: Measurement): GateLine[] {
  const known = floors?.floors ?? {};
  return Object.keys({ ...f1, ...known }).map(type => {
    const floor = Object.hasOwn(known, type) ? known[type] : undefined;
    const measured = Object.hasOwn(f1, type) ? f1[type] : undefined;
    if (floor === undefined) return { corpus, type, measured: measured!, verdict: 'no floor' };
    if (measured === undefined) return { corpus, type, floor, verdict: 'not measured' };
    return { corpus, type, floor, measured, verdict: measured < floor ? 'undercut' : 'passed' };
  });
}

export interface MoveOptions {
  readonly lower?: string | undefined;
  readonly tolerance?: number | undefined;
}

/** Moves floors to the measurements less the tolerance: up always, down only with a reason, which is recorded. */
export function moveFloors(
  floors: Floors,
  measurements: readonly Measurement[],
  options: MoveOptions = {},
): Floors {
  const { lower, tolerance = floors.tolerance } = options;
  if (!(tolerance >= 0 && tolerance < 0.5)) {
    throw new LabError('bad-option', `The tolerance must be at least 0 and below 0.5, got ${tolerance}.`);
  }
  if (lower !== undefined && lower.trim() === '') {
    throw new LabError('bad-option', 'The reason for lowering floors is empty. Give one: --lower "why".');
  }
  const undercut = checkGate(floors, measurements).lines.filter(isUndercut);
  if (undercut.length > 0 && lower === undefined) {
    const names = undercut.map(({ corpus, type, floor }) => `${corpus} ${type} (${floor})`).join(', ');
    const message = `Undercut floors: ${names}. Fix the cause, or lower them with a reason: --lower "why".`;
    throw new LabError('bad-option', message);
  }
  const lowered: LoweredFloor[] = [];
  const corpora: Record<string, CorpusFloors> = { ...floors.corpora };
  for (const measurement of measurements) {
    const { corpus, digest, versions, pages } = measurement;
    const moved = movedFloors(floorsOf(floors, corpus)?.floors ?? {}, measurement, tolerance);
    corpora[corpus] = { digest, versions, pages, floors: moved };
  }
  for (const { corpus, type, floor } of undercut) {
    // A type that left the corpus loses its floor.
    const to = corpora[corpus]!.floors[type] ?? 0;
    lowered.push({ corpus, type, from: floor!, to, reason: lower!.trim() });
  }
  return { format: 1, tolerance, corpora, lowered: [...floors.lowered, ...lowered] };
}

const isUndercut = ({ verdict }: GateLine) => verdict === 'undercut' || verdict === 'not measured';

function movedFloors(
  old: Readonly<Record<string, number>>,
  { f1 }: Measurement,
  tolerance: number,
): Record<string, number> {
  const moved = Object.entries(f1).map(([type, measured]) => {
    // Rounded down: a floor is never above its measurement.
    const reached = Math.max(0, Math.floor((measured - tolerance) * 10_000) / 10_000);
    const floor = Object.hasOwn(old, type) ? old[type]! : 0;
    return [type, measured < floor ? reached : Math.max(floor, reached)] as const;
  });
  return Object.fromEntries(moved);
}

export function gateTable({ passed, lines, changedCorpora }: GateResult): string {
  const table = alignColumns([['corpus', 'type', 'floor', 'F1', 'margin', ''], ...lines.map(gateRow)]);
  const changed = changedCorpora.map(
    corpus => `the digest of ${corpus} differs from that of its floors: update them with --raise`,
  );
  return [table, ...changed, passed ? 'gate: passed' : 'gate: FAILED'].join('\n');
}

function gateRow({ corpus, type, floor, measured, verdict }: GateLine): string[] {
  const digits = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(4));
  const margin = floor === undefined || measured === undefined ? undefined : measured - floor;
  const sign = margin === undefined || margin < 0 ? '' : '+';
  return [
    corpus,
    type,
    digits(floor),
    digits(measured),
    sign + digits(margin),
    verdict === 'passed' ? '' : verdict,
  ];
}

interface GateIo {
  print(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly from: string;
  readonly floorsFile: string;
  /** Folder of runs; rows of unchanged code are reused. */
  readonly results: string;
  readonly method?: string | undefined;
  readonly digestCache?: string | undefined;
  readonly card?: string | undefined;
}

const HELP = `The quality gate: measures the default extractor and fails if F1 is below a floor.

npm run gate                           check all corpora that have floors
npm run gate -- --raise                raise floors to the measured F1 less the tolerance
npm run gate -- --lower "why"          also lower undercut floors; the reason is recorded
npm run gate -- --corpora wcxb,chinese only these corpora
npm run gate -- --tolerance 0.005      distance of a floor below its measurement`;

/** Runs the gate. Exit codes: 0 passed or nothing to measure, 1 failed, 2 invalid flags. */
export async function runGate(args: readonly string[], io: GateIo): Promise<number> {
  try {
    return await gate(readFlags(args), io);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!(error instanceof LabError) && !code.startsWith('ERR_PARSE_ARGS')) throw error;
    io.print(`gate: ${(error as Error).message}`);
    return code.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
  }
}

interface GateFlags extends MoveOptions {
  readonly help: boolean;
  readonly move: boolean;
  readonly corpora?: readonly string[] | undefined;
}

function readFlags(args: readonly string[]): GateFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      raise: { type: 'boolean', default: false },
      lower: { type: 'string' },
      corpora: { type: 'string' },
      tolerance: { type: 'string' },
    },
  });
  const { help, raise, lower, corpora, tolerance } = values;
  return {
    help,
    move: raise || lower !== undefined,
    lower,
    corpora: corpora?.split(','),
    ...(tolerance === undefined
      ? {}
      : { tolerance: tolerance.trim() === '' ? Number.NaN : Number(tolerance) }),
  };
}

async function gate(flags: GateFlags, io: GateIo): Promise<number> {
  if (flags.help) return finish(io, HELP, 0);
  const floors = await readFloors(io.floorsFile);
  const root = locateCorpora({ env: io.env, from: io.from });
  if (root === undefined) {
    return finish(io, 'gate: no corpora found, nothing measured. Set PITH_CORPORA to their folder.', 0);
  }
  const here = listCorpora(root);
  const floored = Object.keys(floors.corpora).filter(name => !isModelFloor(name));
  const wanted = flags.corpora ?? (flags.move && floored.length === 0 ? here : floored);
  const absent = wanted.filter(name => !here.includes(name));
  const present = wanted.filter(name => here.includes(name));
  if (absent.length > 0) io.print(`gate: missing, not measured: ${absent.join(', ')}`);
  if (present.length === 0) {
    const none = wanted.length === 0 ? 'no floors are set; set them with --raise' : 'nothing was measured';
    return finish(io, `gate: ${none}`, 0);
  }
  const measurements: Measurement[] =
    io.card !== undefined && (flags.move || flags.corpora === undefined)
      ? await cardMeasurements(io.card)
      : [];
  for (const corpus of present) measurements.push(await measure(corpus, io));
  if (flags.move) {
    const moved = moveFloors(floors, measurements, flags);
    await writeFloors(io.floorsFile, moved);
    io.print(gateTable(checkGate(moved, measurements)));
    return finish(io, `gate: floors written to ${io.floorsFile}`, 0);
  }
  const result = checkGate(floors, measurements);
  io.print(gateTable(result));
  return result.passed ? 0 : 1;
}

async function measure(corpus: string, io: GateIo): Promise<Measurement> {
  const { results, method = 'default', digestCache, env, from } = io;
  const root = locateCorpora({ env, from })!;
  const { summary } = await evaluate({
    corpus: `${root}/${corpus}`,
    methods: [method],
    results,
    // A missing page changes the digest, which fails the gate.
    onProblem: () => undefined,
    digestCache,
  });
  return measurementOf(corpus, summary);
}

function finish(io: GateIo, line: string, code: number): number {
  io.print(line);
  return code;
}

const MODEL_PREFIX = 'model, ';

export const isModelFloor = (name: string): boolean => name.startsWith(MODEL_PREFIX);

interface Card {
  readonly version: string;
  readonly corpora: readonly { readonly name: string; readonly digest: string; readonly pages: number }[];
  readonly outOfFold: { readonly f1: Readonly<Record<string, number>> };
  readonly onCorporaNeverSeen?: Readonly<Record<string, number>>;
  readonly withoutCorpus?: Readonly<Record<string, number>>;
}

/** Held-out figures of the model card: figures on training pages do not measure quality on unseen pages. */
export async function cardMeasurements(file: string): Promise<Measurement[]> {
  const card = JSON.parse(await readFile(file, 'utf8')) as Card;
  const tables = {
    'out of fold': card.outOfFold.f1,
    'corpora never seen': card.onCorporaNeverSeen,
    'without its corpus': card.withoutCorpus,
  };
  const digest = card.corpora.map(corpus => corpus.digest.slice(0, 16)).join(' ');
  const pages = card.corpora.reduce((sum, corpus) => sum + corpus.pages, 0);
  return Object.entries(tables).flatMap(([table, f1]) =>
    f1 === undefined
      ? []
      : [
          {
            corpus: MODEL_PREFIX + table,
            digest,
            versions: { extractor: card.version, scorer: 'training' },
            pages,
            f1,
          },
        ],
  );
}

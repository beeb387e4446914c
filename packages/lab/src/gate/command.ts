import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { listCorpora, locateCorpora } from '../corpora/locate.js';
import { LabError } from '../errors.js';
import { evaluate } from '../evaluation/evaluate.js';
import {
  checkGate,
  gateTable,
  type Measurement,
  type MoveOptions,
  measurementOf,
  moveFloors,
  readFloors,
  writeFloors,
} from './gate.js';

interface GateIo {
  print(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly from: string;
  readonly floorsFile: string;
  /** Folder of runs; rows of unchanged code are reused. */
  readonly results: string;
  /** The extractor to measure; `default` by default. */
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

/** Held-out figures of the model card: figures on training pages say little about unseen pages. */
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

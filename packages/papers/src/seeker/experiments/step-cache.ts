import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFingerprint, writeAtomically } from '@webpith/lab/internals';

const seekerFolder = fileURLToPath(new URL('..', import.meta.url));

/** Files that determine the labelled pages, and those that determine the models. */
const PAGES = [
  ...[
    'corpus-genres',
    'dataset',
    'features',
    'labels',
    'page-sums',
    'segments',
    'stop-words',
    'training-pages',
  ],
  'experiments/scores',
];
const MODELS = [
  ...['back-off', 'choose', 'classify', 'configurations', 'fit', 'genre-features', 'train'],
  ...['largest-block', 'record-pattern', 'signatures', 'smoothing', 'table-pattern'].map(
    name => `heuristics/${name}`,
  ),
];

/** Code that a step depends on: its own file, and the files of the models if it trains any. */
export interface Depends {
  readonly on: string;
  readonly onModels?: boolean;
}

/** Caches the results of completed steps, so that a stopped run can resume. */
export class StepCache {
  constructor(
    private readonly folder: string,
    /** Digest of the corpora. */
    private readonly corpora: string,
  ) {}

  /** Returns the cached result of a step, or computes it if corpora or code have changed. */
  async step<T>(name: string, depends: Depends, make: () => T | Promise<T>): Promise<T> {
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    const files = [...PAGES, ...(depends.onModels ? MODELS : []), `experiments/${depends.on}`];
    const paths = files.map(file => join(seekerFolder, `${file}${extension}`));
    const key = `${this.corpora} ${codeFingerprint(paths)} ${extension}`;
    const file = join(this.folder, `${name}.json`);
    const kept = await readFile(file, 'utf8')
      .then(text => JSON.parse(text) as { key: string; outcome: T })
      .catch(() => undefined);
    if (kept?.key === key) return kept.outcome;
    const outcome = await make();
    await mkdir(this.folder, { recursive: true });
    await writeAtomically(file, JSON.stringify({ key, outcome }));
    return outcome;
  }
}

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFingerprint, writeAtomically } from '@webpith/lab/internals';

const seekerFolder = fileURLToPath(new URL('..', import.meta.url));

/** What labelled pages are made by, and what models of them are made by, beside a step's own file. */
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

/** What the outcome of a step depends on: its file, and whether models are learnt in it. */
export interface Depends {
  readonly on: string;
  readonly onModels?: boolean;
}

/** Keeps the outcome of finished steps, so that a run that was stopped goes on where it was. */
export class StepCache {
  constructor(
    private readonly folder: string,
    /** Changes with the corpora. */
    private readonly corpora: string,
  ) {}

  /** The outcome of a step: as it was kept if neither corpora nor code have changed, otherwise made and kept. */
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

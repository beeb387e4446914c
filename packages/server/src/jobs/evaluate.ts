import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluate, evaluationFigures, type Page, writeCorpus } from '@webpith/lab';
import { addEvaluation, findCorpus, modelData, readStoredModel, type Store } from '@webpith/store';
import { evaluateJob } from '../api/jobs.js';
import { Problem } from '../problem.js';
import { examplesOf } from './examples.js';
import type { JobContext, JobRunner } from './runner.js';

/** Threads of an evaluation: what is left of two cores while the server answers. */
const WORKERS = 1;

/** Runs methods and models over a corpus by the lab's evaluation and keeps table and plots. */
export const evaluateRunner: JobRunner = {
  async run(context) {
    const { store, job, scratch, signal, tell } = context;
    const options = evaluateJob.parse({ kind: 'evaluate', ...job.options });
    const { corpus, methods = [], models = [], limit } = options;
    tell('reading pages', 0);
    const folder = await corpusFolder(context, options);
    const modules = await modelModules(store, models, scratch);
    const evaluation = await evaluate({
      corpus: folder,
      methods: [...methods, ...modules.keys()],
      out: join(scratch, 'run'),
      digestCache: join(scratch, 'digests.json'),
      workers: WORKERS,
      signal,
      onProblem: () => {},
      onProgress: ({ done, total }) => tell('extracting and scoring', total > 0 ? done / total : 1),
      ...(limit === undefined ? {} : { limit }),
    });
    const { rows: table, plots, ...head } = evaluationFigures(evaluation, Object.fromEntries(modules));
    const summary = { ...head, table };
    const { createdBy } = job;
    // The job's own id: a job that is begun anew leaves one evaluation, not two.
    await addEvaluation(store, { id: job.id, corpus, createdBy, summary, plots });
    return { evaluation: job.id, table: table.map(({ name, f1, low, high }) => ({ name, f1, low, high })) };
  },
};

/** The folder of a corpus on disk, or of a stored one, written there. */
async function corpusFolder(
  { store, corpora, scratch }: JobContext,
  { corpus, annotator }: { readonly corpus: string; readonly annotator?: string | undefined },
): Promise<string> {
  if ((await findCorpus(store, corpus)) === undefined) {
    if (corpora !== undefined) return join(corpora, corpus);
    throw new Problem(
      'not-found',
      `expected a stored corpus, got ${JSON.stringify(corpus)}`,
      'Make it first.',
    );
  }
  const folder = join(scratch, 'corpus');
  const examples = await examplesOf(store, corpus, annotator);
  await writeCorpus(
    folder,
    examples.map(({ page }, i): Page => ({ ...page, id: `${i}` })),
  );
  return folder;
}

/** Modules that the lab's evaluation loads as extractors: path → name for people. */
async function modelModules(
  store: Store,
  models: readonly string[],
  scratch: string,
): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  for (const id of models) {
    const model = await readStoredModel(store, id);
    if (model === undefined) throw new Problem('not-found', `expected a model, got ${id}`, 'It was removed.');
    const [data, module] = [join(scratch, `${id}.json`), join(scratch, `${id}.mjs`)];
    await writeFile(data, JSON.stringify(await modelData(store, id)));
    await writeFile(module, moduleSource(model.method, data));
    modules.set(module, uniqueName(model.name, [...modules.values()]));
  }
  return modules;
}

function uniqueName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const own = count === 1 ? name : `${name} (${count})`;
    if (!taken.includes(own)) return own;
  }
}

/** Only our own strings go into it, as JSON. */
function moduleSource(method: string, file: string): string {
  const lab = import.meta.resolve('@webpith/lab');
  return `import { readFileSync } from 'node:fs';
import { trainableMethods } from ${JSON.stringify(lab)};
const { extractor } = await trainableMethods[${JSON.stringify(method)}]();
export default extractor(JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')));
`;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluate, evaluationFigures, type Page, writeCorpus } from '@webpith/lab';
import { addEvaluation, findCorpus, modelData, readPages, readStoredModel, type Store } from '@webpith/store';
import { examplesOf } from '../annotation/labelled-pages.js';
import { evaluateJob } from '../api/jobs.js';
import type { PageScores } from '../api/models.js';
import { fourDigits } from '../before-after.js';
import { loadPapers } from '../extraction/methods.js';
import { notFound, Problem } from '../problem.js';
import type { JobContext } from './worker.js';

/** One worker, so that a server with two cores can still answer requests. */
const WORKERS = 1;

export async function runEvaluation(context: JobContext) {
  const { store, job, scratch, signal, report } = context;
  const options = evaluateJob.parse({ kind: 'evaluate', ...job.options });
  const { corpus, methods = [], models = [], limit } = options;
  report('reading pages', 0);
  const folder = await corpusFolder(context, options);
  const papers = await loadPapers();
  const modules = await modelModules(store, models, scratch);
  const evaluation = await evaluate({
    corpus: folder,
    methods: [...methods, ...modules.keys()],
    out: join(scratch, 'run'),
    digestCache: join(scratch, 'digests.json'),
    workers: WORKERS,
    signal,
    onProblem: () => {},
    onProgress: ({ done, total }) => report('extracting and scoring', total > 0 ? done / total : 1),
    limit,
    modules: papers && [papers.methodsModule],
  });
  const { rows: table, plots, ...head } = evaluationFigures(evaluation, Object.fromEntries(modules));
  const each = await eachPage(context, evaluation, modules, corpus);
  const summary = { ...head, table, each };
  const { createdBy } = job;
  // Use the id of the job, so that a restarted job saves one evaluation.
  await addEvaluation(store, { id: job.id, corpus, createdBy, summary, plots });
  return { evaluation: job.id, table: table.map(({ name, f1, low, high }) => ({ name, f1, low, high })) };
}

type LabEvaluation = Awaited<ReturnType<typeof evaluate>>;

const MAX_PAGES = 300;

async function eachPage(
  { store }: JobContext,
  { rows, summary }: LabEvaluation,
  names: ReadonlyMap<string, string>,
  corpus: string,
): Promise<PageScores[]> {
  const stored = await readPages(store, corpus);
  const byName = new Map(stored.map(page => [page.name, page]));
  const labelled = stored.length === 0 ? [] : await examplesOf({ store, corpus });
  const pages = new Map<string, PageScores>();
  for (const { method, page: id, scores, type } of rows) {
    const f1 = scores[summary.primary]?.f1 ?? 0;
    const own = byName.get(labelled[Number(id)]?.page.id ?? '');
    const known = pages.get(id) ?? {
      page: own?.name ?? id,
      type,
      stored: own?.id,
      title: own?.title || undefined,
      url: own?.url || undefined,
      f1: {},
    };
    pages.set(id, {
      ...known,
      f1: { ...known.f1, [names.get(method) ?? method]: fourDigits(f1) },
    });
  }
  const least = ({ f1 }: PageScores) => Math.min(...Object.values(f1));
  return [...pages.values()].sort((a, b) => least(a) - least(b)).slice(0, MAX_PAGES);
}

async function corpusFolder(
  { store, corpora, scratch }: JobContext,
  { corpus, annotator }: { readonly corpus: string; readonly annotator?: string | undefined },
): Promise<string> {
  if ((await findCorpus(store, corpus)) === undefined) {
    if (corpora !== undefined) return join(corpora, corpus);
    throw notFound('corpus', corpus, 'Create it first.');
  }
  const folder = join(scratch, 'corpus');
  const examples = await examplesOf({ store, corpus, annotator });
  await writeCorpus(
    folder,
    examples.map(({ page }, i): Page => ({ ...page, id: `${i}` })),
  );
  return folder;
}

/** Writes each model as a module for the lab. Returns path → display name. */
async function modelModules(
  store: Store,
  models: readonly string[],
  scratch: string,
): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  for (const id of models) {
    const model = await readStoredModel(store, id);
    if (model === undefined)
      throw new Problem('not-found', `The model ${id} was removed.`, 'Choose another model.');
    const [data, module] = [join(scratch, `${id}.json`), join(scratch, `${id}.mjs`)];
    await writeFile(data, JSON.stringify(await modelData(store, id)));
    await writeFile(module, await moduleSource(model.method, data));
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

/** Source of a module that loads a model. All values are inserted as JSON strings. */
async function moduleSource(method: string, file: string): Promise<string> {
  const papers = await loadPapers();
  const home =
    papers && Object.hasOwn(papers.methods, method)
      ? papers.methodsModule
      : import.meta.resolve('@webpith/lab');
  return `import { readFileSync } from 'node:fs';
import { methods } from ${JSON.stringify(home)};
const { load } = await methods[${JSON.stringify(method)}]();
export default await load(JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')));
`;
}

import { findCorpus, readStoredModel } from '@webpith/store';
import type { NewJob } from '../api/jobs.js';
import { chooseAnother, listMethods, trainableMethods } from '../extraction/methods.js';
import { noModel } from '../models/model-cache.js';
import { notFound, Problem } from '../problem.js';
import type { Services } from '../services.js';
import { diskCorpora } from './disk-corpora.js';

/** Refuses a job that could only fail. */
export async function checkJob(services: Services, job: NewJob): Promise<void> {
  const isStored = (await findCorpus(services.store, job.corpus)) !== undefined;
  const isThere = isStored || (job.kind === 'evaluate' && diskCorpora(services.options).includes(job.corpus));
  if (!isThere) {
    const remedy =
      job.kind === 'evaluate' ? 'Choose one of /v1/evaluations/corpora.' : 'Choose one of /v1/corpora.';
    throw notFound('the name of a corpus', job.corpus, remedy);
  }
  if (job.kind === 'train') {
    const names = (await trainableMethods()).map(({ name }) => name);
    await refuseUnknown(job.method, names, '/v1/models/methods');
  }
  if (job.kind !== 'evaluate') return;
  const { methods = [], models = [] } = job;
  if (methods.length + models.length === 0) {
    throw new Problem(
      'bad-request',
      'expected a method or a model to evaluate, got none',
      'Name some in "methods".',
    );
  }
  const names = (await listMethods()).map(({ name }) => name);
  for (const method of methods) await refuseUnknown(method, names, '/v1/methods');
  for (const model of models) {
    if ((await readStoredModel(services.store, model)) === undefined) throw noModel(model);
  }
}

async function refuseUnknown(method: string, known: readonly string[], list: string): Promise<void> {
  if (known.includes(method)) return;
  const message = `expected one of ${known.join(', ')}, got ${JSON.stringify(method)}`;
  throw new Problem('not-found', message, await chooseAnother(list));
}

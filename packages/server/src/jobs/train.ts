import { type Example, type Extractor, loadExtractor } from '@webpith/lab';
import { addModel } from '@webpith/store';
import { type BeforeAfter, type TrainingMetrics, type TrainResult, trainJob } from '../api/jobs.js';
import { trainableMethod } from '../extraction/methods.js';
import { comparePages, eachOf, meansOf } from './compare.js';
import { examplesToLearn } from './examples.js';
import { gateSample } from './gate-sample.js';
import type { JobContext, JobRunner } from './runner.js';

/** Shares of the whole at which the parts of a training end. */
const PARTS = { read: 0.05, trained: 0.6, compared: 0.75 };

/** Trains a method on the labelled pages of a stored corpus and keeps the model. */
export const trainRunner: JobRunner = {
  async run(context): Promise<TrainResult> {
    const { store, job, signal, tell } = context;
    const { method, corpus, name, annotator, gate } = trainJob.parse({ kind: 'train', ...job.options });
    tell('reading labelled pages', 0);
    const { examples, skipped } = await examplesToLearn(store, corpus, annotator);
    const { own, load } = (await trainableMethod(method))!;
    const { model, plots } = await own.train(examples, {
      signal,
      onProgress: (step, share) => tell(step, PARTS.read + (PARTS.trained - PARTS.read) * share),
    });
    const after = await load(model);
    const metrics = await measured(context, { examples, model, after, gate: gate ?? method === 'adapted' });
    const title = name ?? `${method} on ${corpus}`;
    // The job's own id: a job that is begun anew leaves one model, not two.
    await addModel(store, {
      id: job.id,
      name: title,
      method,
      corpus,
      pages: examples.length,
      createdBy: job.createdBy,
      metrics,
      plots,
      data: model,
    });
    return { model: job.id, name: title, pages: examples.length, metrics, skipped };
  },
};

interface Trained {
  readonly examples: readonly Example[];
  readonly model: unknown;
  readonly after: Extractor;
  readonly gate: boolean;
}

/** Before (the default) and after: on the pages themselves, on pages left out, and on the gate. */
async function measured(context: JobContext, trained: Trained): Promise<TrainingMetrics> {
  const { tell } = context;
  const { examples, after } = trained;
  const before = await loadExtractor('default');
  const compared = await comparePages(
    examples.map(({ page }) => page),
    before,
    after,
    done => {
      context.signal.throwIfAborted();
      tell('before and after', PARTS.trained + ((PARTS.compared - PARTS.trained) * done) / examples.length);
    },
  );
  const own = meansOf(compared);
  const heldOut = heldOutOf(trained.model);
  const gate = trained.gate
    ? await gateSample(context, before, after, share =>
        tell('gate', PARTS.compared + (1 - PARTS.compared) * share),
      )
    : undefined;
  return {
    ...(own ? { own, each: eachOf(compared) } : {}),
    ...(heldOut ? { heldOut } : {}),
    ...(gate ? { gate } : {}),
  };
}

/** What a model says of itself on pages it had not seen: the ends of its learning curve. */
function heldOutOf(model: unknown): BeforeAfter | undefined {
  const { curve = [] } = ((model as { card?: object })?.card ?? {}) as {
    readonly curve?: readonly { readonly pages: number; readonly f1: number }[];
  };
  const [first] = curve;
  const last = curve.at(-1);
  if (curve.length < 2 || !first || !last) return undefined;
  return { pages: curve.length, before: first.f1, after: last.f1 };
}

import { openStore, type Store } from '@webpith/store';
import { requireToken } from './auth/tokens.js';
import { answeringModel, ModelCache } from './extraction/model-cache.js';
import { Renderer } from './extraction/renderer.js';
import { SiteMemories } from './extraction/site-memories.js';
import { Views } from './extraction/views.js';
import { corporaFolder } from './jobs/disk-corpora.js';
import { JobControl } from './jobs/job-control.js';
import { runInThread } from './jobs/thread.js';
import { Metrics } from './metrics.js';
import { ServerError, type ServerOptions } from './options.js';
import { RuleCache } from './site-rules/site-pages.js';
import { Threads } from './threads/threads.js';

/** Services shared by all routes; created once at the start. */
export interface Services {
  readonly options: ServerOptions;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly threads: Threads;
  readonly views: Views;
  readonly renderer: Renderer;
  readonly jobs: JobControl;
  readonly models: ModelCache;
  readonly siteRules: RuleCache;
  readonly siteMemories: SiteMemories;
}

interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

export async function openServices(options: ServerOptions): Promise<OpenServices> {
  const endings: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const store = await openStore(options.store);
    endings.push(() => store.close());
    await requireToken(options, store);
    const metrics = new Metrics();
    const threads = openThreads(options, metrics);
    endings.push(() => threads.close());
    const views = new Views(store);
    const renderer = new Renderer(options);
    endings.push(() => renderer.close());
    const jobs = await openJobs(store, options);
    endings.push(() => jobs.close());
    await checkDefaultModel(options, store);
    const models = new ModelCache(store, options.model);
    const siteRules = new RuleCache(store);
    const siteMemories = new SiteMemories(store, threads, options);
    const services = {
      options,
      store,
      metrics,
      threads,
      views,
      renderer,
      jobs,
      models,
      siteRules,
      siteMemories,
    };
    return { services, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws if a model was passed at the start and another set in the app, which would silently override it. */
async function checkDefaultModel({ model }: ServerOptions, store: Store): Promise<void> {
  const stored = model === undefined ? undefined : await answeringModel(store);
  if (stored === undefined) return;
  throw new ServerError(
    'bad-option',
    `Two models are set to answer by default: ${model!.name} and, in the store, ${stored}. Leave out the model, or reset the model in the app.`,
  );
}

function openThreads(options: ServerOptions, metrics: Metrics): Threads {
  const threads = new Threads(options, {
    onTask: (task, seconds) => metrics.taskSeconds.observe({ task }, seconds),
    onReplacement: () => metrics.replacements.inc(),
  });
  metrics.gauge('pith_queue_waiting', 'Pages that wait for a thread.', () => threads.waiting);
  metrics.gauge('pith_queue_running', 'Pages being processed.', () => threads.running);
  return threads;
}

function openJobs(store: Store, options: ServerOptions): Promise<JobControl> {
  const corpora = corporaFolder(options);
  return JobControl.open({
    store,
    atOnce: options.jobs,
    run: (job, control) => runInThread({ store: options.store, job, corpora }, control),
  });
}

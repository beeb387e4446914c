import type * as Api from '@webpith/server/api';
import { apiPath, request } from './request.js';

export type * from '@webpith/server/api';

/** The fields of an extraction request other than the page and the format. */
export type ExtractOptions = Omit<
  Api.ExtractRequest,
  'html' | 'bytes' | 'charset' | 'url' | 'page' | 'view' | 'format'
>;

export type PageSource = Pick<Api.ExtractRequest, 'html' | 'bytes' | 'url' | 'page' | 'view'>;

export const ADJUDICATED = 'adjudicated';

const listItems = async <T>(...path: string[]) => (await request<{ items: T[] }>(apiPath(...path))).items;
const remove = (...path: string[]) => request(apiPath(...path), { method: 'DELETE' });

export const server = {
  extract: (source: PageSource, options: ExtractOptions, signal?: AbortSignal) =>
    request<Api.ExtractResult>(apiPath('extract'), { json: { ...source, ...options }, signal }),
  methods: (signal?: AbortSignal) => request<Api.MethodInfo[]>(apiPath('methods'), { signal }),

  /** The reader's history, latest first; with `url`, only the pages with that URL. */
  views: async (query: { readonly url?: string; readonly limit?: number } = {}, signal?: AbortSignal) =>
    (await request<{ items: Api.PageView[] }>(apiPath('views'), { query, signal })).items,
  changeView: (view: string, change: Api.PageViewChange) =>
    request<Api.PageView>(apiPath('views', view), { method: 'PUT', json: change }),
  removeView: (view?: string) => (view === undefined ? remove('views') : remove('views', view)),

  corpora: () => listItems<Api.Corpus>('corpora'),
  corpus: (name: string) => request<Api.Corpus>(apiPath('corpora', name)),
  /** A corpus with its pages and the labels to choose from. */
  corpusWithPages: async (name: string) => {
    const [about, pages, sets] = await Promise.all([
      server.corpus(name),
      server.pages(name),
      request<Api.LabelSet[]>(apiPath('label-sets')),
    ]);
    return { about, pages, labelSet: sets.find(set => set.name === about.task) ?? sets[0]! };
  },
  createCorpus: (corpus: Api.NewCorpus) => request<Api.Corpus>(apiPath('corpora'), { json: corpus }),
  removeCorpus: (corpus: string) => remove('corpora', corpus),
  importFile: (corpus: string, name: string, body: BodyInit) =>
    request<Api.StartedImport>(apiPath('corpora', corpus, 'imports'), {
      body,
      type: 'application/octet-stream',
      query: { name },
    }),
  uncertain: (corpus: string) => listItems<{ page: string }>('corpora', corpus, 'uncertainty'),
  agreement: (corpus: string, one: string, other: string) =>
    request<Api.Agreement>(apiPath('corpora', corpus, 'agreement'), { query: { one, other } }),
  exportHref: (corpus: string, format: string, annotator: string) =>
    `${apiPath('corpora', corpus, 'export')}?${new URLSearchParams({ format, annotator })}`,

  pages: async (corpus: string) => {
    const items: Api.StoredPage[] = [];
    let after: string | undefined;
    do {
      const query = { limit: 1000, after };
      const part: Api.PageList = await request(apiPath('corpora', corpus, 'pages'), { query });
      items.push(...part.items);
      after = part.next;
    } while (after !== undefined);
    return items;
  },
  addPage: (corpus: string, page: Blob, query: { readonly id: string; readonly url?: string }) =>
    request<Api.StoredPage>(apiPath('corpora', corpus, 'pages'), { body: page, type: 'text/html', query }),
  removePage: (page: string) => remove('pages', page),

  labelSets: () => request<Api.LabelSet[]>(apiPath('label-sets')),
  labels: (page: string, annotator: string) =>
    request<Api.PageLabels>(apiPath('pages', page, 'labels'), { query: { annotator } }),
  saveLabels: (page: string, annotator: string, save: Api.LabelSave) =>
    annotator === ADJUDICATED
      ? request<Api.SavedLabels>(apiPath('pages', page, 'adjudication'), { json: save })
      : request<Api.SavedLabels>(apiPath('pages', page, 'labels'), { json: save, annotator }),
  suggestions: (
    page: string,
    query: { readonly method?: string; readonly model?: string; readonly labelSet: string },
    signal: AbortSignal,
  ) => request<Api.Suggestions>(apiPath('pages', page, 'suggestions'), { query, signal }),

  jobs: () => listItems<Api.Job>('jobs'),
  start: (job: Api.NewJob) => request<Api.Job>(apiPath('jobs'), { json: job }),
  stop: (job: string) => request<Api.Job>(apiPath('jobs', job, 'stop'), { method: 'POST' }),

  models: () => listItems<Api.Model>('models'),
  trainable: () => listItems<Api.TrainableList['items'][number]>('models', 'methods'),
  modelPlots: (model: string) => listItems<Api.DrawnPlot>('models', model, 'plots'),
  removeModel: (model: string) => remove('models', model),
  settings: (signal?: AbortSignal) => request<Api.Settings>(apiPath('settings'), { signal }),
  /** Null for the default of the library. */
  setDefaultModel: (model: string | null) =>
    request<Api.Settings>(apiPath('settings'), { method: 'PUT', json: { model } }),

  evaluations: () => listItems<Api.Evaluation>('evaluations'),
  evaluable: () => listItems<Api.EvaluationCorpora['items'][number]>('evaluations', 'corpora'),
  evaluation: (id: string) => request<Api.EvaluationWithPlots>(apiPath('evaluations', id)),
  viewOf: async (evaluation: string, page: string) =>
    (await request<{ view: string }>(apiPath('evaluations', evaluation, 'pages'), { json: { page } })).view,
  removeEvaluation: (id: string) => remove('evaluations', id),

  reports: () => listItems<Api.Feedback>('feedback'),
  removeReport: (id: string) => remove('feedback', id),

  memories: () => listItems<Api.SiteMemoryEntry>('site-memories'),
  removeMemory: (site: string) => remove('site-memories', site),

  rules: () => listItems<Api.SiteRulesEntry>('site-rules'),
  sites: () => listItems<{ site: string; pages: number }>('site-rules', 'sites'),
  tryRules: (trial: Api.NewRuleTrial, signal?: AbortSignal) =>
    request<Api.RuleTrial>(apiPath('site-rules', 'trial'), { json: trial, signal }),
  /** Saves the rules of a site, or deletes its entry if there are none. */
  putRules: async ({ site, rules }: Api.NewSiteRules) => {
    if (rules.keep.length + rules.drop.length === 0) await remove('site-rules', site);
    else await request<Api.SiteRulesEntry>(apiPath('site-rules'), { json: { site, rules } });
  },
};

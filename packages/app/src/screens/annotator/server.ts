import type {
  Agreement,
  Corpus,
  LabelSet,
  Model,
  NewCorpus,
  PageLabels,
  PageList,
  SavedLabels,
  StartedImport,
  StoredPage,
  Suggestions,
} from '@webpith/server/api';
import type { LabelOperation } from '../../annotation/labels.js';
import { apiPath, listItems, request } from '../../client/request.js';

export type { Agreement, Corpus, ImportResult, Job, PageLabels, StoredPage } from '@webpith/server/api';

interface SaveRequest {
  readonly operations: readonly LabelOperation[];
  readonly done?: boolean | undefined;
}

export const ADJUDICATED = 'adjudicated';

async function allPages(corpus: string): Promise<StoredPage[]> {
  const items: StoredPage[] = [];
  let after: string | undefined;
  do {
    const part: PageList = await request(apiPath('corpora', corpus, 'pages'), {
      query: { limit: 1000, after },
    });
    items.push(...part.items);
    after = part.next;
  } while (after !== undefined);
  return items;
}

export const server = {
  corpora: () => listItems<Corpus>(apiPath('corpora')),
  corpus: (name: string) => request<Corpus>(apiPath('corpora', name)),
  createCorpus: (corpus: NewCorpus) => request<Corpus>(apiPath('corpora'), { json: corpus }),
  pages: allPages,
  addPage: (corpus: string, file: File) =>
    request<StoredPage>(apiPath('corpora', corpus, 'pages'), {
      body: file,
      type: 'text/html',
      query: { id: file.name.slice(0, 200) },
    }),
  uncertain: (corpus: string) => listItems<{ page: string }>(apiPath('corpora', corpus, 'uncertainty')),
  removePage: (page: string) => request(apiPath('pages', page), { method: 'DELETE' }),
  removeCorpus: (corpus: string) => request(apiPath('corpora', corpus), { method: 'DELETE' }),
  importFile: (corpus: string, name: string, body: BodyInit) =>
    request<StartedImport>(apiPath('corpora', corpus, 'imports'), {
      body,
      type: 'application/octet-stream',
      query: { name },
    }),
  labels: (page: string, annotator: string) =>
    request<PageLabels>(apiPath('pages', page, 'labels'), { query: { annotator } }),
  labelSets: () => request<LabelSet[]>(apiPath('label-sets')),
  models: () => listItems<Model>(apiPath('models')),
  suggestions: (
    page: string,
    from: { method?: string; model?: string },
    labelSet: string,
    signal: AbortSignal,
  ) => request<Suggestions>(apiPath('pages', page, 'suggestions'), { query: { ...from, labelSet }, signal }),
  agreement: (corpus: string, one: string, other: string) =>
    request<Agreement>(apiPath('corpora', corpus, 'agreement'), { query: { one, other } }),
  save: (page: string, annotator: string, save: SaveRequest) =>
    annotator === ADJUDICATED
      ? request<SavedLabels>(apiPath('pages', page, 'adjudication'), { json: save })
      : request<SavedLabels>(apiPath('pages', page, 'labels'), { json: save, annotator }),
};

export function exportHref(corpus: string, format: string, annotator: string): string {
  return `${apiPath('corpora', corpus, 'export')}?${new URLSearchParams({ format, annotator })}`;
}

/** A random UUID (version 4). `crypto.randomUUID` is missing in insecure contexts. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

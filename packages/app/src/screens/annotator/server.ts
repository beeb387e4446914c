import type {
  Agreement,
  Corpus,
  LabelSet,
  MethodInfo,
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
import type { SaveRequest } from '../../annotation/saving.js';
import { apiPath, request } from '../../client/request.js';

export type {
  Agreement,
  Corpus,
  ImportResult,
  Job,
  LabelSet,
  PageLabels,
  StoredPage,
} from '@webpith/server/api';

/** The annotator name under which adjudicated labels are stored. */
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
  corpora: async () => (await request<{ items: Corpus[] }>(apiPath('corpora'))).items,
  corpus: (name: string) => request<Corpus>(apiPath('corpora', name)),
  createCorpus: (corpus: NewCorpus) => request<Corpus>(apiPath('corpora'), { json: corpus }),
  pages: allPages,
  addPage: (corpus: string, file: File) =>
    request<StoredPage>(apiPath('corpora', corpus, 'pages'), {
      body: file,
      type: 'text/html',
      query: { id: file.name.slice(0, 200) },
    }),
  uncertain: async (corpus: string) =>
    (
      await request<{ items: { page: string; confidence: number }[] }>(
        apiPath('corpora', corpus, 'uncertainty'),
      )
    ).items,
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
  methods: () => request<MethodInfo[]>(apiPath('methods')),
  models: async () => (await request<{ items: Model[] }>(apiPath('models'))).items,
  suggestions: (
    page: string,
    from: { method?: string; model?: string },
    labelSet: string,
    signal: AbortSignal,
  ) => request<Suggestions>(apiPath('pages', page, 'suggestions'), { query: { ...from, labelSet }, signal }),
  agreement: (corpus: string, one: string, other: string) =>
    request<Agreement>(apiPath('corpora', corpus, 'agreement'), { query: { one, other } }),
  save: (page: string, annotator: string, save: SaveRequest) =>
    request<SavedLabels>(apiPath('pages', page, annotator === ADJUDICATED ? 'adjudication' : 'labels'), {
      json: save,
      ...(annotator === ADJUDICATED ? {} : { annotator }),
    }),
};

export function exportHref(corpus: string, format: string, annotator: string): string {
  return `${apiPath('corpora', corpus, 'export')}?${new URLSearchParams({ format, annotator })}`;
}

export function operationOf<W extends Omit<LabelOperation, 'id'>>(edit: W): W & { id: string } {
  return { id: uuid(), ...edit };
}

/** A random UUID (version 4). `crypto.randomUUID` is missing in insecure contexts. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

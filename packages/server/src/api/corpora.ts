import { z } from 'zod';
import { annotatorName } from './labels.js';

/** Name of a corpus; also used as a folder name. */
export const corpusName = z
  .string()
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u, 'expected at most 100 letters, digits or . _ -');

export const newCorpus = z
  .object({
    name: corpusName,
    title: z.string().trim().min(1).max(200).optional(),
    task: z.string().max(100).optional().describe('Name of a label set; default: content'),
  })
  .strict();
export type NewCorpus = z.infer<typeof newCorpus>;

export const corpus = z.object({
  name: z.string(),
  title: z.string(),
  task: z.string().describe('Name of its label set'),
  pages: z.number().int(),
  labelled: z.record(z.string(), z.number().int()).describe('Number of finished pages by annotator'),
  created: z.string(),
});
export type Corpus = z.infer<typeof corpus>;

export const corpusList = z.object({ items: z.array(corpus) });

export const storedPage = z.object({
  id: z.string(),
  corpus: z.string(),
  name: z.string().describe('Its id in an exported corpus'),
  url: z.string().optional(),
  title: z.string().optional(),
  bytes: z.number().int(),
  digest: z.string().describe('SHA-256 of its bytes'),
  added: z.string(),
  labels: z.record(z.string(), z.object({ count: z.number().int(), done: z.boolean() })),
});
export type StoredPage = z.infer<typeof storedPage>;

export const pageList = z.object({ items: z.array(storedPage), next: z.string().optional() });
export type PageList = z.infer<typeof pageList>;

export const pageListQuery = z
  .object({
    state: z.enum(['all', 'todo', 'done']).default('all').describe('Finished by the annotator or not'),
    annotator: annotatorName.optional().describe('Default: the caller'),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    after: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  })
  .strict();

export const newPage = z
  .object({
    html: z.string().optional().describe('The page'),
    url: z.string().max(8192).optional().describe('Where to fetch the page; with html, where it is from'),
    id: z.string().max(200).optional().describe('Its id in an exported corpus'),
  })
  .strict();

export const newPageQuery = z
  .object({
    url: z.string().max(8192).optional(),
    id: z.string().max(200).optional(),
    charset: z.string().max(100).optional().describe('Encoding from the Content-Type header'),
  })
  .strict();

export const uncertainty = z.object({
  items: z.array(z.object({ page: z.string(), confidence: z.number() })),
});

export const startedImport = z.object({ job: z.string().describe('The id of the job') });
export type StartedImport = z.infer<typeof startedImport>;

const importResult = z.object({
  file: z.string(),
  added: z.number().int(),
  known: z.number().int().describe('Pages that were in the corpus already'),
  labelled: z.number().int().describe('Pages whose labels were restored'),
  failed: z.number().int().describe('Pages that could not be read or fetched'),
  failures: z.array(z.object({ record: z.string(), reason: z.string() })).describe('The first failures'),
  skipped: z.record(z.string(), z.number().int()).describe('Number of other records by kind'),
});
export type ImportResult = z.infer<typeof importResult>;

const EXPORT_FORMATS = ['folder', 'arff', 'jsonl', 'text'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportQuery = z
  .object({
    format: z.enum(EXPORT_FORMATS).default('folder').describe('folder and text are .tar.gz files'),
    annotator: annotatorName.optional().describe('Default: the adjudicated or latest labels'),
  })
  .strict();

import { z } from 'zod';
import { corpusName } from './corpora.js';

export const JOB_KINDS = ['train', 'evaluate', 'import', 'render'] as const;
export type JobKind = (typeof JOB_KINDS)[number];
const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;

const extractorName = z.string().regex(/^[\w:.-]{1,100}$/, 'expected the name of a method');
const annotator = z.string().min(1).max(100).optional();

export const trainJob = z
  .object({
    kind: z.literal('train'),
    method: extractorName.describe('A name of /v1/models/methods'),
    corpus: corpusName.describe('A stored corpus with labels'),
    name: z.string().trim().min(1).max(100).optional().describe('Name of the model'),
    annotator: annotator.describe('Default: the adjudicated or latest labels'),
    gate: z.boolean().optional().describe('Also measure on the corpora of the quality gate'),
  })
  .strict();

export const evaluateJob = z
  .object({
    kind: z.literal('evaluate'),
    corpus: corpusName.describe('A stored corpus with labels, or one on disk: /v1/evaluations/corpora'),
    methods: z.array(extractorName).max(40).optional().describe('Names of /v1/methods'),
    models: z.array(z.string().min(1).max(100)).max(20).optional().describe('Ids of /v1/models'),
    annotator: annotator.describe('Default: the adjudicated or latest labels'),
    limit: z.number().int().min(1).max(100_000).optional().describe('Maximum number of pages'),
  })
  .strict();

export const renderJob = z.object({ kind: z.literal('render'), corpus: corpusName }).strict();

export const newJob = z.discriminatedUnion('kind', [trainJob, evaluateJob, renderJob]);
export type NewJob = z.infer<typeof newJob>;

export const job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  options: z.record(z.string(), z.unknown()),
  createdBy: z.string(),
  state: z.enum(JOB_STATES),
  step: z.string().optional(),
  share: z.number(),
  created: z.string(),
  started: z.string().optional(),
  ended: z.string().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});
export type Job = z.infer<typeof job>;

export const jobList = z.object({ items: z.array(job), next: z.string().optional() });

export const beforeAfter = z.object({
  pages: z.number(),
  before: z.number(),
  after: z.number(),
  low: z.number().optional().describe('Lower end of the 95 % interval of the change'),
  high: z.number().optional(),
});
export type BeforeAfter = z.infer<typeof beforeAfter>;

export const pageBeforeAfter = z.object({
  page: z.string(),
  title: z.string().optional(),
  url: z.string().optional(),
  before: z.number(),
  after: z.number(),
});

export const trainingMetrics = z.object({
  annotators: z.array(z.string()).optional().describe('Whose labels were used'),
  own: beforeAfter.optional().describe('Mean F1 on the training pages'),
  each: z.array(pageBeforeAfter).optional(),
  heldOut: beforeAfter.optional().describe('Agreement on pages left out of training'),
  gate: z
    .array(beforeAfter.extend({ corpus: z.string(), holds: z.boolean() }))
    .optional()
    .describe('Mean F1 on samples of the gate’s corpora'),
});
export type TrainingMetrics = z.infer<typeof trainingMetrics>;

const skippedPage = pageBeforeAfter
  .pick({ page: true, title: true, url: true })
  .extend({ reason: z.string() });

const trainResult = z.object({
  model: z.string(),
  name: z.string(),
  pages: z.number(),
  metrics: trainingMetrics,
  skipped: z.array(skippedPage).optional().describe('Pages that could not be used'),
});
export type TrainResult = z.infer<typeof trainResult>;

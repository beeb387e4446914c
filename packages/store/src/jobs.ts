import { randomBytes } from 'node:crypto';
import { present } from './rows.js';
import type { JobTable } from './schema.js';
import type { Store } from './store.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface StoredJob {
  readonly id: string;
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly createdBy: string;
  readonly state: JobState;
  readonly step?: string | undefined;
  /** Fraction done, 0 to 1. */
  readonly share: number;
  readonly created: string;
  readonly started?: string | undefined;
  readonly ended?: string | undefined;
  /** Number of starts since the job last made progress. */
  readonly tries: number;
  /** State from which an interrupted job resumes; its format depends on the kind of job. */
  readonly checkpoint?: unknown;
  readonly result?: unknown;
  readonly error?: string | undefined;
}

export async function addJob(
  { db }: Store,
  job: Pick<StoredJob, 'kind' | 'options' | 'createdBy'>,
): Promise<StoredJob> {
  const { kind, options, createdBy } = job;
  const newest = await db
    .selectFrom('job')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  const id = sortedId(newest?.id ?? '');
  const created = new Date().toISOString();
  const start = { state: 'waiting', share: 0, tries: 0 } as const;
  await db
    .insertInto('job')
    .values({ id, kind, options: JSON.stringify(options), created_by: createdBy, created, ...start })
    .execute();
  return { id, kind, options, createdBy, created, ...start };
}

export async function readJob({ db }: Store, id: string): Promise<StoredJob | undefined> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

export async function listJobs({ db }: Store, { limit, after }: Pagination): Promise<StoredJob[]> {
  let query = db.selectFrom('job').selectAll().orderBy('id', 'desc').limit(limit);
  if (after !== undefined) query = query.where('id', '<', after);
  return (await query.execute()).map(fromRow);
}

export async function jobsInState({ db }: Store, states: readonly JobState[]): Promise<StoredJob[]> {
  const query = db
    .selectFrom('job')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('id');
  return (await query.execute()).map(fromRow);
}

export type JobChange = Partial<
  Pick<
    StoredJob,
    'state' | 'step' | 'share' | 'started' | 'ended' | 'tries' | 'result' | 'error' | 'checkpoint'
  >
>;

/** Changes a job if its state is one of `from`. Returns false otherwise. */
export async function changeJob(
  { db }: Store,
  id: string,
  from: readonly JobState[],
  { result, checkpoint, ...change }: JobChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ ...change, result: json(result), checkpoint: json(checkpoint) })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

function fromRow({ options, created_by, result, checkpoint, ...row }: JobTable): StoredJob {
  return {
    ...present(row),
    options: JSON.parse(options) as StoredJob['options'],
    createdBy: created_by,
    result: parsed(result),
    checkpoint: parsed(checkpoint),
  };
}

const parsed = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as unknown));

export interface Pagination {
  readonly limit: number;
  readonly after?: string | undefined;
}

let last = 0;

/**
 * Returns an id that sorts after the given id and all earlier ids of this process, even if the clock was set back.
 */
export function sortedId(after = '', now: () => number = Date.now): string {
  const before = Number.parseInt(after.slice(0, 9), 36) || 0;
  last = Math.max(last + 1, before + 1, now());
  return `${last.toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`;
}

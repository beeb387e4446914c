import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { JobTable } from './schema.js';
import type { Store } from './store.js';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as it is remembered. */
export interface StoredJob {
  readonly id: string;
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly createdBy: string;
  readonly state: JobState;
  readonly step?: string;
  readonly share: number;
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  readonly tries: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Remembers a new job that waits for its turn. */
export async function addJob(
  { db }: Store,
  job: Pick<StoredJob, 'kind' | 'options' | 'createdBy'>,
): Promise<StoredJob> {
  const { kind, options, createdBy } = job;
  const id = sortedId();
  const created = new Date().toISOString();
  const [state, share, tries] = ['waiting' as const, 0, 0];
  const row = {
    id,
    kind,
    options: JSON.stringify(options),
    created_by: createdBy,
    state,
    share,
    created,
    tries,
  };
  await db.insertInto('job').values(row).execute();
  return { id, kind, options, createdBy, state, share, created, tries };
}

export async function readJob({ db }: Store, id: string): Promise<StoredJob | undefined> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** Jobs, newest first. */
export async function listJobs(
  { db }: Store,
  { limit = DEFAULT_LIMIT, after }: Pagination = {},
): Promise<StoredJob[]> {
  let query = db.selectFrom('job').selectAll().orderBy('id', 'desc').limit(limit);
  if (after !== undefined) query = query.where('id', '<', after);
  return (await query.execute()).map(fromRow);
}

/** Jobs in some states, oldest first. */
export async function jobsInState({ db }: Store, states: readonly JobState[]): Promise<StoredJob[]> {
  const query = db
    .selectFrom('job')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('id');
  return (await query.execute()).map(fromRow);
}

/** What of a job changes. */
export type JobChange = Partial<
  Pick<StoredJob, 'state' | 'step' | 'share' | 'started' | 'ended' | 'tries' | 'result' | 'error'>
>;

/** Changes a job, as long as it is in one of the states given; says whether it was. */
export async function changeJob(
  { db }: Store,
  id: string,
  from: readonly JobState[],
  { result, ...change }: JobChange,
): Promise<boolean> {
  const values = { ...change, ...(result === undefined ? {} : { result: JSON.stringify(result) }) };
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function fromRow(row: Selectable<JobTable>): StoredJob {
  const { id, kind, state, step, share, created, started, ended, tries, result, error } = row;
  return {
    id,
    kind,
    options: JSON.parse(row.options) as StoredJob['options'],
    createdBy: row.created_by,
    state: state as JobState,
    share,
    created,
    tries,
    ...(step === null ? {} : { step }),
    ...(started === null ? {} : { started }),
    ...(ended === null ? {} : { ended }),
    ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
    ...(error === null ? {} : { error }),
  };
}

/** Which part of a list is wanted: at most `limit` entries, those behind the one with the id `after`. */
export interface Pagination {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Entries given where nobody says how many. */
export const DEFAULT_LIMIT = 100;

let last = 0;

/** A new id that sorts behind all that this process gave before: milliseconds, then chance. */
export function sortedId(now: () => number = Date.now): string {
  last = Math.max(last + 1, now());
  return `${last.toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`;
}

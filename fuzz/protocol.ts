import type { Fault } from './check.js';
import type { SeedFolders } from './seeds.js';

/** What a worker is started with. */
export interface WorkerData {
  readonly folders: SeedFolders;
  readonly seed: number;
}

/** Pages to do: from one number to before another. */
export interface Task {
  readonly from: number;
  readonly to: number;
}

/** Something wrong with a page, and the page. */
export interface Finding extends Fault {
  readonly page: number;
  readonly mutations: readonly string[];
}

/** What a worker says of a task. */
export interface TaskResult extends Task {
  /** How often each mutation was applied. */
  readonly mutations: Readonly<Record<string, number>>;
  /** Refusals of the library's own, by code. */
  readonly typed: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly bytes: number;
  readonly withText: number;
  readonly slowest: { readonly page: number; readonly ms: number; readonly bytes: number };
  /** Megabytes that are still held after the task. */
  readonly heap: number;
}

/** No page may take longer, in milliseconds. */
export const SLOW = 2000;
/** Who takes longer than this is ended. */
export const HANG = 60_000;

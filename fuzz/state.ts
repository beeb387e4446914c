import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Task, TaskResult } from './protocol.js';

/** Memory after some pages. */
export interface MemorySample {
  readonly pages: number;
  /** Megabytes: of the whole process, and what a worker still holds after a collection. */
  readonly resident: number;
  readonly heap: number;
}

/** All that a run knows; written again and again, so that it can be taken up where it was. */
export interface RunState {
  readonly seed: number;
  readonly pages: number;
  /** Twelve digits of the digest of the code that is run. */
  readonly code: string;
  /** Which pages the mutations started from. */
  readonly sources: string;
  readonly started: string;
  /** Tasks handed out so far; those not done are done again. */
  next: number;
  done: number;
  open: Task[];
  seconds: number;
  bytes: number;
  withText: number;
  restarts: number;
  mutations: Record<string, number>;
  typed: Record<string, number>;
  findings: Finding[];
  slowest: TaskResult['slowest'][];
  memory: MemorySample[];
}

const KEPT_SLOWEST = 10;
const KEPT_FINDINGS = 1000;
const KEPT_SAMPLES = 400;

/** Adds what a task gave. */
export function addResult(state: RunState, result: TaskResult, resident: number): void {
  state.done += result.to - result.from;
  state.open = state.open.filter(task => task.from !== result.from);
  state.bytes += result.bytes;
  state.withText += result.withText;
  for (const part of ['mutations', 'typed'] as const)
    for (const [name, count] of Object.entries(result[part]))
      state[part][name] = (state[part][name] ?? 0) + count;
  state.findings = [...state.findings, ...result.findings].slice(0, KEPT_FINDINGS);
  state.slowest = [...state.slowest, result.slowest].sort((a, b) => b.ms - a.ms).slice(0, KEPT_SLOWEST);
  const samples = [...state.memory, { pages: state.done, resident, heap: result.heap }];
  state.memory = samples.length <= KEPT_SAMPLES ? samples : samples.filter((_, i) => i % 2 === 0);
}

const fileIn = (folder: string) => join(folder, 'state.json');

/** The state of a run that was broken off, if there is one. */
export function readState(folder: string): RunState | undefined {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunState) : undefined;
}

/** Writes the state so that a kill at any moment leaves the old one or the new. */
export function writeState(folder: string, state: RunState): void {
  mkdirSync(folder, { recursive: true });
  const file = fileIn(folder);
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { defineBatch } from './batch.js';
import { defineCompletion } from './completion.js';
import { defineCorpus } from './corpus.js';
import { defineCrawl } from './crawl.js';
import { defineEnqueue } from './enqueue.js';
import { defineEval } from './eval.js';
import { defineExtract } from './extract.js';
import { defineFleet } from './fleet.js';
import { defineManual } from './manual.js';
import { defineMcp } from './mcp.js';
import { defineExperiment, defineTrain } from './method-job.js';
import { definePipe } from './pipe.js';
import { defineArchive, defineRender } from './render.js';
import { defineRun } from './run.js';
import { defineServe } from './serve.js';
import { defineToken } from './token.js';
import { defineTrack } from './track.js';
import { defineWork } from './work.js';

/** All commands, in the order of the help text. */
export const commands: Readonly<Record<string, (command: Command, context: Context) => void>> = {
  extract: defineExtract,
  serve: defineServe,
  token: defineToken,
  render: defineRender,
  archive: defineArchive,
  mcp: defineMcp,
  run: defineRun,
  eval: defineEval,
  train: defineTrain,
  experiment: defineExperiment,
  corpus: defineCorpus,
  batch: defineBatch,
  pipe: definePipe,
  enqueue: defineEnqueue,
  work: defineWork,
  fleet: defineFleet,
  crawl: defineCrawl,
  track: defineTrack,
  completion: defineCompletion,
  manual: defineManual,
};

import { archiveCommand } from './archive.js';
import { batchCommand } from './batch.js';
import type { CommandDefinition } from './command.js';
import { completionCommand } from './completion.js';
import { corpusCommand } from './corpus.js';
import { crawlCommand } from './crawl.js';
import { enqueueCommand } from './enqueue.js';
import { evalCommand } from './eval.js';
import { extractCommand } from './extract.js';
import { fleetCommand } from './fleet.js';
import { manualCommand } from './manual.js';
import { mcpCommand } from './mcp.js';
import { experimentCommand, trainCommand } from './method-job.js';
import { pipeCommand } from './pipe.js';
import { renderCommand } from './render.js';
import { runCommand } from './run.js';
import { serveCommand } from './serve.js';
import { tokenCommand } from './token.js';
import { trackCommand } from './track.js';
import { workCommand } from './work.js';

export const commands: readonly CommandDefinition[] = [
  extractCommand,
  serveCommand,
  tokenCommand,
  renderCommand,
  archiveCommand,
  mcpCommand,
  runCommand,
  evalCommand,
  trainCommand,
  experimentCommand,
  corpusCommand,
  batchCommand,
  pipeCommand,
  enqueueCommand,
  workCommand,
  fleetCommand,
  crawlCommand,
  trackCommand,
  completionCommand,
  manualCommand,
];

import type { CommandDefinition } from './command.js';
import { corpusCommand } from './corpus.js';
import { evalCommand } from './eval.js';
import { experimentCommand } from './experiment.js';
import { extractCommand } from './extract.js';
import { runCommand } from './run.js';
import { trainCommand } from './train.js';

/** All commands, in the order in which the help lists them. A new one is a file here and a line in this table. */
export const commands: readonly CommandDefinition[] = [
  extractCommand,
  runCommand,
  evalCommand,
  trainCommand,
  experimentCommand,
  corpusCommand,
];

import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import type { Io } from '../io.js';

/** What a command is given to work with. */
export interface Context {
  readonly io: Io;
  readonly dependencies: Dependencies;
  /** Aborted when the command is to stop. */
  readonly signal: AbortSignal;
}

/** One command: its name, and how it describes itself to the parser of command lines. */
export interface CommandDefinition {
  readonly name: string;
  define(command: Command, context: Context): void;
}

import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import type { Io } from '../io.js';

export interface Context {
  readonly io: Io;
  readonly dependencies: Dependencies;
  /** Aborted when the command must stop. */
  readonly signal: AbortSignal;
}

export interface CommandDefinition {
  readonly name: string;
  define(command: Command, context: Context): void;
}

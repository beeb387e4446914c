import type { Command } from 'commander';
import { Interrupted } from '../errors.js';
import { say, write } from '../io.js';
import type { CommandDefinition, Context } from './command.js';
import { type ExtractionFlags, extractionOptions, withExtraction } from './extraction.js';

interface PipeFlags extends ExtractionFlags {
  readonly summary?: boolean;
}

/** `pith pipe`: pages as lines in, rows as lines out. */
export const pipeCommand: CommandDefinition = {
  name: 'pipe',
  define(command, context) {
    describe(command).action((flags: PipeFlags) => pipe(flags, context));
  },
};

function describe(command: Command): Command {
  command.description('extract pages from standard input, a JSON line a page, in order');
  return withExtraction(command, 'threads that extract (default: 1)')
    .option('--summary', 'say at the end how many pages there were')
    .addHelpText('after', '\nIn: {"html" or "base64", "url", "id", "date", "charset"}. Out: a row a line.')
    .addHelpText('after', '\nExample: pith pipe --columns title,text < pages.ndjson > articles.ndjson');
}

async function pipe(flags: PipeFlags, { io, dependencies, signal }: Context): Promise<void> {
  const fleet = await dependencies.fleet();
  const extraction = await extractionOptions(flags, fleet);
  // A read that waits for the next line must not keep a stopped command.
  const stop = () => io.stdin.destroy?.(new Interrupted());
  signal.addEventListener('abort', stop);
  try {
    const { pages, errors, seconds } = await fleet.runPipe({
      ...extraction,
      input: io.stdin,
      write: lines => write(io.stdout, lines),
      signal,
    });
    if (flags.summary) await say(io, `${pages} pages, ${errors} with an error, ${seconds.toFixed(1)} s`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { Interrupted } from '../errors.js';
import { counted, printMessage, write } from '../io.js';
import { type ExtractionFlags, extractionOptions, withExtraction } from './extraction.js';

interface PipeFlags extends ExtractionFlags {
  readonly summary?: boolean;
}

export function definePipe(command: Command, context: Context): void {
  command.description('extract pages from JSON lines on stdin to JSON lines on stdout');
  withExtraction(command, 'worker threads (default: 1)')
    .option('--summary', 'at the end, print the page count, error count and time taken')
    .addHelpText(
      'after',
      '\nEach input line is a JSON object with "html" (or "base64") and optionally\n"url", "id", "date" and (with "base64") "charset".',
    )
    .addHelpText('after', '\nExample: pith pipe --columns title,text < pages.ndjson > articles.ndjson')
    .action((flags: PipeFlags) => pipe(flags, context));
}

async function pipe(flags: PipeFlags, { io, dependencies, signal }: Context): Promise<void> {
  const piping = await dependencies.pipe();
  const extraction = await extractionOptions(flags, piping, dependencies);
  // A pending read of stdin would keep a stopped command running.
  const stop = () => io.stdin.destroy?.(new Interrupted());
  signal.addEventListener('abort', stop);
  try {
    const { pages, errors, seconds } = await piping.runPipe({
      ...extraction,
      input: io.stdin,
      write: lines => write(io.stdout, lines),
      signal,
    });
    if (flags.summary)
      await printMessage(
        io,
        `${counted(pages, 'page')}, ${counted(errors, 'error')}, ${seconds.toFixed(1)} s`,
      );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

import { type Command, InvalidArgumentError } from 'commander';
import type { Fleet } from '../fleet.js';
import type { Include } from '../library.js';
import { countArgument, includeArgument, secondsArgument, sizeArgument } from './arguments.js';

/** Options that all commands share which extract many pages. */
export interface ExtractionFlags {
  readonly workers?: number;
  readonly columns?: string[];
  readonly include?: Include;
  readonly maxSize?: number;
  readonly timeLimit?: number;
  readonly memory?: number;
}

/** Adds the options to a command. */
export function withExtraction(command: Command, workers: string): Command {
  return command
    .option('--workers <count>', workers, countArgument)
    .option('--columns <names>', 'only these of the article, such as title,text', columnsArgument)
    .option('--include <parts>', 'in the texts: some of title,byline,captions,comments', includeArgument)
    .option('--max-size <size>', 'of a page (default: 20MB)', sizeArgument)
    .option('--time-limit <seconds>', 'for a page (default: 30)', secondsArgument)
    .option('--memory <MB>', 'heap of a worker (default: 512)', countArgument);
}

function columnsArgument(text: string): string[] {
  const names = text.split(',').map(name => name.trim());
  if (names.some(name => !/^[a-zA-Z]{1,40}$/.test(name))) {
    throw new InvalidArgumentError('Expected names with commas between them, such as title,text.');
  }
  return names;
}

type Column = Fleet['ARTICLE_COLUMNS'][number];

/** The options as the fleet wants them; a column that is none is a mistake in the command line. */
export function extractionOptions(flags: ExtractionFlags, fleet: Fleet) {
  const { workers, columns, include, maxSize, timeLimit, memory } = flags;
  const unknown = columns?.find(name => !fleet.ARTICLE_COLUMNS.includes(name as Column));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `Expected columns out of ${fleet.ARTICLE_COLUMNS.join(', ')}; got ${unknown}.`,
    );
  }
  return {
    ...(workers === undefined ? {} : { workers }),
    ...(columns === undefined ? {} : { columns: columns as Column[] }),
    ...(include === undefined ? {} : { include }),
    ...(maxSize === undefined ? {} : { maxSize }),
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(memory === undefined ? {} : { memoryLimit: memory }),
  };
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../defined.js';
import type { Fleet } from '../fleet.js';
import { readModel, withModel } from '../input/model-file.js';
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
  readonly model?: string;
}

/** Adds the options to a command. */
export function withExtraction(command: Command, workers: string): Command {
  return withModel(command)
    .option('--workers <count>', workers, countArgument)
    .option('--columns <names>', 'only these of the article, such as title,text', columnsArgument)
    .option('--include <parts>', 'in the texts: some of title,byline,captions,comments', includeArgument)
    .option('--max-size <size>', 'of a page (default: 20MB)', sizeArgument)
    .option('--time-limit <seconds>', 'for a page (default: 30)', secondsArgument)
    .option('--memory <MB>', 'heap of a worker (default: 512)', countArgument);
}

/** Adds the options of commands that write shards and may fetch. */
export function withShards(command: Command): Command {
  return command
    .addOption(new Option('--format <name>', 'of the shards').choices(FORMATS).default('ndjson.zst'))
    .option('--allow-private', 'fetch from private and loopback addresses too')
    .option('--json', 'the closing summary as JSON');
}

/** The options that `withShards` adds, as the parser gives them. */
export interface ShardFlags {
  readonly format: keyof Fleet['FORMATS'];
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
}

const FORMATS = [
  'ndjson',
  'ndjson.gz',
  'ndjson.zst',
  'parquet',
] as const satisfies (keyof Fleet['FORMATS'])[];

function columnsArgument(text: string): string[] {
  const names = text.split(',').map(name => name.trim());
  if (names.some(name => !/^[a-zA-Z]{1,40}$/.test(name))) {
    throw new InvalidArgumentError('Expected names with commas between them, such as title,text.');
  }
  return names;
}

type Column = Fleet['ARTICLE_COLUMNS'][number];

/** What stands for every field of the article. */
const ALL = 'all';

/** The options as the fleet wants them; a column that is none is a mistake in the command line. */
export async function extractionOptions(flags: ExtractionFlags, fleet: Fleet) {
  const { workers, columns, include, maxSize, timeLimit, memory, model } = flags;
  const named = columns?.flatMap(name => (name === ALL ? fleet.ARTICLE_COLUMNS : [name as Column]));
  const unknown = named?.find(name => !fleet.ALL_COLUMNS.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `Expected columns out of ${ALL}, ${fleet.ALL_COLUMNS.join(', ')}; got ${unknown}.`,
    );
  }
  const read = await readModel(model);
  return {
    ...(read && { model: read.file }),
    ...(workers === undefined ? {} : { workers }),
    ...(named === undefined ? {} : { columns: [...new Set(named)] }),
    ...defined({ include, maxSize, timeLimit, memoryLimit: memory }),
  };
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ModelFile, PAGE_TYPES, type PageType } from 'webpith';
import type { Dependencies, Fleet, Include, MarkdownOptions } from '../dependencies.js';
import { readModel, withModel } from '../input/model-file.js';
import { methodExtractor } from '../run/method.js';
import {
  countArgument,
  defined,
  secondsArgument,
  sizeArgument,
  splitNames,
  withAllowPrivate,
  withInclude,
  withStyle,
} from './arguments.js';

export interface ExtractionFlags {
  readonly workers?: number;
  readonly columns?: string[];
  readonly include?: Include;
  readonly style?: MarkdownOptions;
  readonly maxSize?: number;
  readonly timeLimit?: number;
  readonly memory?: number;
  readonly model?: string;
}

export function withExtraction(command: Command, workers: string): Command {
  command
    .option('--workers <count>', workers, countArgument)
    .option('--columns <names>', 'output columns, such as title,text (default: all)', columnsArgument);
  return withModel(withStyle(withInclude(command)))
    .option('--max-size <size>', 'size limit per page (default: 20MB)', sizeArgument)
    .option('--time-limit <seconds>', 'time limit per page (default: 30)', secondsArgument)
    .option('--memory <MB>', 'heap limit per worker in MB (default: 512)', countArgument);
}

export function withShards(command: Command): Command {
  return withAllowPrivate(command)
    .addOption(new Option('--format <name>', 'output file format').choices(FORMATS).default('ndjson.zst'))
    .option('--json', 'print the summary as JSON');
}

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
  const names = splitNames(text);
  if (names.some(name => !/^[a-zA-Z]{1,40}$/.test(name)))
    throw new InvalidArgumentError('Must be names separated by commas, such as title,text.');
  return names;
}

type Column = Fleet['ARTICLE_COLUMNS'][number];

const ALL = 'all';

export async function extractionOptions(
  flags: ExtractionFlags,
  fleet: Pick<Fleet, 'ALL_COLUMNS' | 'ARTICLE_COLUMNS'>,
  dependencies: Dependencies,
) {
  const { workers, columns, include, style, maxSize, timeLimit, memory, model } = flags;
  const named = columns?.flatMap(name => (name === ALL ? fleet.ARTICLE_COLUMNS : [name as Column]));
  const unknown = named?.find(name => !fleet.ALL_COLUMNS.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `unknown column ${unknown}; use some of ${ALL}, ${fleet.ALL_COLUMNS.join(', ')}`,
    );
  }
  return {
    ...(await threadModel(model, dependencies)),
    workers,
    columns: named && [...new Set(named)],
    extract: { include, markdown: style },
    maxSize,
    timeLimit,
    memoryLimit: memory,
  };
}

/** A model for worker threads, with the module from which they load its method. Throws if the model is invalid. */
export async function threadModel(
  name: string | undefined,
  dependencies: Dependencies,
): Promise<{ readonly model?: ModelFile; readonly methods?: string }> {
  const read = await readModel(name);
  if (read === undefined) return {};
  if (read.model !== undefined) return { model: read.file };
  const lab = await dependencies.lab();
  await methodExtractor(read.method, read, lab);
  return { model: read.file, ...defined({ methods: lab.methodsModule }) };
}

export interface FilterFlags {
  readonly language?: string[];
  readonly type?: PageType[];
  readonly minConfidence?: number;
}

export function withFilter(command: Command): Command {
  return command
    .option('--language <tags>', 'only pages in these languages, such as en,de', languagesArgument)
    .option('--type <types>', 'only pages of these types, such as article,forum', typesArgument)
    .option(
      '--min-confidence <number>',
      'only pages with at least this extraction confidence, 0 to 1',
      confidenceArgument,
    );
}

export function pageFilter({ language, type, minConfidence }: FilterFlags) {
  if (language === undefined && type === undefined && minConfidence === undefined) return undefined;
  return { languages: language, types: type, confidence: minConfidence };
}

function languagesArgument(text: string): string[] {
  const tags = splitNames(text.toLowerCase());
  if (tags.some(tag => !/^[a-z]{2,3}$/.test(tag)))
    throw new InvalidArgumentError('Must be language codes such as en or en,de.');
  return tags;
}

function typesArgument(text: string): PageType[] {
  const types = splitNames(text) as PageType[];
  if (types.every(type => PAGE_TYPES.includes(type))) return types;
  throw new InvalidArgumentError(`Must be some of ${PAGE_TYPES.join(', ')}.`);
}

function confidenceArgument(text: string): number {
  const confidence = /^\d{0,3}\.?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(confidence >= 0 && confidence <= 1))
    throw new InvalidArgumentError('Must be a number from 0 to 1, such as 0.6.');
  return confidence;
}

export interface PageColumnFlags {
  readonly inputColumn?: PageColumns;
}

type PageColumns = Partial<Record<(typeof PAGE_FIELDS)[number], string>>;

const PAGE_FIELDS = ['html', 'url', 'id'] as const;

export function withPageColumns(command: Command): Command {
  return command.option(
    '--input-column <pair>',
    'Parquet column to read: html=NAME, url=NAME or id=NAME; repeatable (default: html, url and id)',
    pageColumnArgument,
  );
}

/** Adds a pair such as `html=body` to those of earlier occurrences of the option. */
function pageColumnArgument(text: string, columns: PageColumns = {}): PageColumns {
  const [field = '', name = '', ...more] = text.split('=');
  const known = PAGE_FIELDS.find(each => each === field);
  if (known === undefined || name === '' || more.length > 0)
    throw new InvalidArgumentError('Must be html=NAME, url=NAME or id=NAME; repeat it for more columns.');
  return { ...columns, [known]: name };
}

import { fetchDefaults, showSize } from '@webpith/fetch';
import { type Command, Option } from 'commander';
import {
  countArgument,
  defined,
  headerArgument,
  leanArgument,
  oneOf,
  secondsArgument,
  sizeArgument,
  tokensArgument,
  urlArgument,
} from '../commands/arguments.js';
import { type Format, formats, type Include } from '../dependencies.js';
import { withModel } from '../input/model-file.js';
import { MAX_PAGES } from '../run/follow.js';

/** `rich` keeps the style of the page, which needs a browser. */
const extractFormats = [...formats, 'rich'] as const;

export interface ExtractFlags {
  readonly format: Format | 'rich';
  readonly render?: boolean;
  readonly method: string;
  readonly title?: boolean;
  readonly byline?: boolean;
  readonly captions?: boolean;
  readonly comments?: boolean;
  readonly links: boolean;
  readonly images: boolean;
  readonly tables: boolean;
  readonly frontMatter?: boolean;
  readonly lean?: number;
  readonly rules?: string;
  readonly model?: string;
  readonly follow?: boolean | number;
  readonly explain?: boolean;
  readonly chunks?: number;
  readonly overlap?: number;
  readonly json?: boolean;
  readonly url?: string;
  readonly input?: string;
  readonly out?: string;
  readonly outDir?: string;
  readonly quiet?: boolean;
  readonly userAgent?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly allowPrivate?: boolean;
  readonly timeout: number;
  readonly maxSize: number;
}

export function describeExtract(command: Command): Command {
  command
    .description('extract the main content of one or more pages')
    .argument('[sources...]', 'files (also .gz), folders, globs, URLs, or - for stdin')
    .option('-f, --format <name>', extractFormats.join(', '), oneOf(extractFormats), 'text')
    .option('--render', 'render in Chromium first (implied by rich)')
    .option('-m, --method <name>', 'extraction method', 'default')
    .option(
      '--follow [pages]',
      `follow links to the next page (default: up to ${MAX_PAGES} pages)`,
      countArgument,
    )
    .option('--explain', 'list every block and why it was kept or dropped')
    .option('--chunks <tokens>', 'split into chunks of this many tokens (JSON lines)', tokensArgument)
    .option('--overlap <tokens>', 'tokens that a chunk shares with the previous one', countArgument)
    .option('--json', 'print the article, or the list of --explain, as JSON');
  describeParts(command.optionsGroup('Content:'));
  describeFiles(command.optionsGroup('Input and output:'));
  describeFetch(command.optionsGroup('Fetching:'));
  return command.addHelpText(
    'after',
    '\nExamples:\n  pith extract https://example.org/story --format markdown -o story.md\n  pith extract pages/ --format markdown --front-matter --out-dir stories',
  );
}

function describeParts(command: Command): void {
  command
    .option('--title', 'include the title; --no-title: leave it out')
    .addOption(new Option('--no-title', 'leave out the title').hideHelp())
    .option('--byline', 'include authors and date')
    .option('--captions', 'include captions; --no-captions: leave them out')
    .addOption(new Option('--no-captions', 'leave out captions').hideHelp())
    .option('--comments', 'include reader comments')
    .option('--no-links', 'replace links by their text')
    .option('--no-images', 'leave out images, video and embeds')
    .option('--no-tables', 'leave out data tables')
    .option('--front-matter', 'start Markdown with YAML metadata')
    .option('--lean <number>', 'favour precision (-1) or recall (1)', leanArgument)
    .option('--rules <file>', 'CSS selectors to keep and drop (JSON), for all or by site');
  withModel(command);
}

function describeFiles(command: Command): void {
  command
    .option('-i, --input <file>', 'read URLs and paths from a list; - for stdin')
    .option('--url <url>', 'base URL of a file, to make links absolute', urlArgument)
    .option('-o, --out <file>', 'output file (default: stdout)')
    .option('--out-dir <folder>', 'write one file per page')
    .option('-q, --quiet', 'print errors only');
}

function describeFetch(command: Command): void {
  command
    .option('--user-agent <name>', 'User-Agent header (default: pith/VERSION)')
    .option('--header <line>', 'HTTP header “Name: value”; repeatable', headerArgument)
    .option('--allow-private', 'allow private and loopback addresses')
    .addOption(
      new Option('--timeout <seconds>', 'time limit per fetch')
        .argParser(secondsArgument)
        .default(fetchDefaults.timeout, String(fetchDefaults.timeout / 1000)),
    )
    .addOption(
      new Option('--max-size <size>', 'size limit per page')
        .argParser(sizeArgument)
        .default(fetchDefaults.maxSize, showSize(fetchDefaults.maxSize)),
    );
}

/** The `include` option of the library; parts without a flag keep its default. */
export function include(flags: ExtractFlags): Include {
  const { title, byline, captions, comments, links, images, tables } = flags;
  return {
    ...defined({ title, byline, captions, comments }),
    ...(links ? {} : { links }),
    ...(images ? {} : { images }),
    ...(tables ? {} : { tables }),
  };
}

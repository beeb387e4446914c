import { fetchDefaults, showSize } from '@webpith/fetch';
import { type Command, Option } from 'commander';
import {
  addressArgument,
  countArgument,
  defined,
  headerArgument,
  leanArgument,
  oneOf,
  secondsArgument,
  sizeArgument,
  tokensArgument,
} from '../commands/arguments.js';
import { type Format, formats, type Include } from '../dependencies.js';
import { withModel } from '../input/model-file.js';
import { FOLLOWED_PAGES } from '../run/follow.js';

/** The outputs, and the article in the style that it has on its page, which only a browser knows. */
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

/** Describes the command to the parser. */
export function describeExtract(command: Command): Command {
  command
    .description('extract what a person would read on a page, or on many')
    .argument('[sources...]', 'files (.gz too), folders, globs, URLs, or - for stdin')
    .option('-f, --format <name>', extractFormats.join(', '), oneOf(extractFormats), 'text')
    .option('--render', 'draw it in Chromium first, scripts and all; rich does')
    .option('-m, --method <name>', 'another method of the lab: text, json and rich only', 'default')
    .option(
      '--follow [pages]',
      `read the pages behind it too (default: ${FOLLOWED_PAGES} in all)`,
      countArgument,
    )
    .option('--explain', 'list every block, kept or dropped, and why')
    .option('--chunks <tokens>', 'cut to at most so many tokens, a JSON line each', tokensArgument)
    .option('--overlap <tokens>', 'of a chunk with the one before it', countArgument)
    .option('--json', 'for programs: the article, or the list of --explain');
  describeParts(command.optionsGroup('What is in it:'));
  describeFiles(command.optionsGroup('Where it comes from and goes to:'));
  describeFetch(command.optionsGroup('How it is fetched:'));
  return command.addHelpText(
    'after',
    '\nExamples:\n  pith extract https://example.org/story --format markdown -o story.md\n  pith extract pages/ --format markdown --front-matter --out-dir stories',
  );
}

/** What is in the output. */
function describeParts(command: Command): void {
  command
    .option('--title', 'with the title; --no-title: without')
    .addOption(new Option('--no-title', 'without the title').hideHelp())
    .option('--byline', 'with authors and date')
    .option('--captions', 'with captions of figures and tables; --no-captions: without')
    .addOption(new Option('--no-captions', 'without captions').hideHelp())
    .option('--comments', 'with readers’ comments')
    .option('--no-links', 'text of links alone')
    .option('--no-images', 'without images, video and embeds')
    .option('--no-tables', 'without data tables')
    .option('--front-matter', 'facts on top of Markdown: title, authors, date, url, …')
    .option('--lean <number>', 'towards less and surer text (-1) or more (1)', leanArgument)
    .option('--rules <file>', 'JSON: what to keep and drop by selectors, for all sites or by site');
  withModel(command);
}

/** Where it comes from and goes to. */
function describeFiles(command: Command): void {
  command
    .option('-i, --input <file>', 'read URLs and files from a list, one a line; - for stdin')
    .option('--url <url>', 'where a file is from: makes its links absolute', addressArgument)
    .option('-o, --out <file>', 'write to a file')
    .option('--out-dir <folder>', 'write a file for each page')
    .option('-q, --quiet', 'say nothing but errors');
}

function describeFetch(command: Command): void {
  command
    .option('--user-agent <name>', 'who asks; else pith and its version')
    .option('--header <line>', '“Name: value” for the site that is asked; may be repeated', headerArgument)
    .option('--allow-private', 'fetch from private and loopback addresses too')
    .addOption(
      new Option('--timeout <seconds>', 'for the whole fetch')
        .argParser(secondsArgument)
        .default(fetchDefaults.timeout, String(fetchDefaults.timeout / 1000)),
    )
    .addOption(
      new Option('--max-size <size>', 'of the page')
        .argParser(sizeArgument)
        .default(fetchDefaults.maxSize, showSize(fetchDefaults.maxSize)),
    );
}

/** Parts of the page as the library takes them: what nothing was said about is as it has it. */
export function include(flags: ExtractFlags): Include {
  const { title, byline, captions, comments, links, images, tables } = flags;
  return {
    ...defined({ title, byline, captions, comments }),
    ...(links ? {} : { links }),
    ...(images ? {} : { images }),
    ...(tables ? {} : { tables }),
  };
}

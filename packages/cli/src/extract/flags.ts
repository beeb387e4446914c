import { type Command, Option } from 'commander';
import {
  countArgument,
  defined,
  headerArgument,
  leanArgument,
  oneOf,
  tokensArgument,
  urlArgument,
  withFetchLimits,
  withStyle,
} from '../commands/arguments.js';
import { type Format, formats, type Include, type MarkdownOptions } from '../dependencies.js';
import { withModel } from '../input/model-file.js';
import { MAX_PAGES } from '../run/follow.js';

/** `rich` keeps the styling of the page and therefore needs a browser. */
const extractFormats = [...formats, 'rich'] as const;

export interface ExtractFlags {
  readonly format: Format | 'rich';
  readonly render?: boolean;
  readonly method: string;
  readonly title?: boolean;
  readonly byline?: boolean;
  readonly captions?: boolean;
  readonly comments?: boolean;
  readonly hidden?: boolean;
  readonly links: boolean;
  readonly images: boolean;
  readonly tables: boolean;
  readonly site?: boolean;
  readonly frontMatter?: boolean;
  readonly style?: MarkdownOptions;
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
    .option(
      '-f, --format <name>',
      'output format: text, markdown, html, json, tei, thread (a discussion, post by post), or rich (keeps the page’s styling; needs Chromium)',
      oneOf(extractFormats),
      'text',
    )
    .option('--render', 'render in Chromium first (implied by --format rich)')
    .option('-m, --method <name>', 'extraction method; an unknown name prints the list', 'default')
    .option(
      '--follow [pages]',
      `follow “next page” links and join up to this many pages (${MAX_PAGES} if no number is given)`,
      countArgument,
    )
    .option('--explain', 'list every block and why it was kept or dropped')
    .option('--chunks <tokens>', 'print chunks of at most this many tokens as JSON lines', tokensArgument)
    .option('--overlap <tokens>', 'with --chunks: overlap of chunks in tokens (default: 0)', countArgument)
    .option('--json', 'print the article, or with --explain its blocks, as JSON');
  describeParts(command.optionsGroup('Content:'));
  describeFiles(command.optionsGroup('Input and output:'));
  describeFetch(command.optionsGroup('Fetching:'));
  return command
    .optionsGroup('Options:')
    .addHelpText(
      'after',
      '\nExamples:\n  pith extract https://example.org/story --format markdown -o story.md\n  pith extract pages/ --format markdown --front-matter --out-dir stories',
    );
}

function describeParts(command: Command): void {
  command
    .option('--title', 'include the title; --no-title: leave it out (default)')
    .addOption(new Option('--no-title', 'leave out the title').hideHelp())
    .option('--byline', 'include authors and date')
    .option(
      '--captions',
      'include all captions; --no-captions: include none (default: in Markdown and HTML, those of figures inside the text)',
    )
    .addOption(new Option('--no-captions', 'leave out captions').hideHelp())
    .option('--comments', 'include reader comments')
    .option('--hidden', 'include text that readers cannot see')
    .option('--no-links', 'replace links with their text')
    .option('--no-images', 'leave out images, video and embeds')
    .option('--no-tables', 'leave out data tables')
    .option('--site', 'drop text repeated across the given pages of a site')
    .option('--front-matter', 'start Markdown with metadata as YAML front matter');
  withStyle(command)
    .option(
      '--lean <number>',
      'amount of text to keep, from -1 (less clutter) to 1 (less text lost) (default: 0)',
      leanArgument,
    )
    .option(
      '--rules <file>',
      'JSON file with CSS selectors of elements to keep or drop, globally or per site',
    );
  withModel(command);
}

function describeFiles(command: Command): void {
  command
    .option('-i, --input <file>', 'file with URLs and paths, one per line, or - for stdin')
    .option('--url <url>', 'URL of a page read from a file or stdin, to make links absolute', urlArgument)
    .option('-o, --out <file>', 'output file (default: stdout)')
    .option('--out-dir <dir>', 'output folder, one file per page')
    .option('-q, --quiet', 'print errors only');
}

function describeFetch(command: Command): void {
  command
    .option('--user-agent <name>', 'User-Agent header (default: pith/VERSION)')
    .option('--header <line>', 'HTTP header “Name: value”; repeatable', headerArgument);
  withFetchLimits(command);
}

/** The `include` option of the library; parts whose flag is not given keep the default of the library. */
export function include(flags: ExtractFlags): Include {
  const { title, byline, captions, comments, hidden, links, images, tables } = flags;
  // Links, images and tables are included by default, so only their exclusion is passed on.
  const off = (flag: boolean) => (flag ? undefined : false);
  const defaults = { links: off(links), images: off(images), tables: off(tables) };
  return defined({ title, byline, captions, comments, hidden, ...defaults });
}

export function outputOptions(flags: ExtractFlags) {
  return { ...include(flags), ...defined({ markdown: flags.style }) };
}

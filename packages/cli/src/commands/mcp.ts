import { fetchDefaults, showSize } from '@webpith/fetch';
import { Option } from 'commander';
import { readModel, withModel } from '../input/model-file.js';
import { crawlBrowser } from '../rendering.js';
import { portArgument, secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

interface McpFlags {
  readonly root?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly render?: boolean;
  readonly http?: number;
  readonly model?: string;
}

/** `pith mcp`: reads pages for an assistant over the Model Context Protocol. */
export const mcpCommand: CommandDefinition = {
  name: 'mcp',
  define(command, context) {
    withModel(command)
      .description('read pages for an assistant (Model Context Protocol)')
      .option(
        '--root <dir>',
        'allow the files below it; may be given again',
        (dir: string, roots: readonly string[] = []) => [...roots, dir],
      )
      .option('--render', 'draw pages in Chromium whose text their scripts make')
      .option('--http <port>', 'listen on this machine instead (Streamable HTTP)', portArgument)
      .option('--allow-private', 'fetch from private and loopback addresses too')
      .addOption(
        new Option('--timeout <seconds>', 'for a page')
          .argParser(secondsArgument)
          .default(fetchDefaults.timeout, String(fetchDefaults.timeout / 1000)),
      )
      .addOption(
        new Option('--max-size <size>', 'of a page')
          .argParser(sizeArgument)
          .default(fetchDefaults.maxSize, showSize(fetchDefaults.maxSize)),
      )
      .addHelpText(
        'after',
        `
Speaks the protocol on standard input and output: an assistant starts it.
Its tools: read_page, read_pages, search_page, read_section, page_metadata,
page_links.

Example, as an assistant's settings have it:
  "pith": { "command": "npx", "args": ["-y", "webpith", "mcp"] }`,
      )
      .action((flags: McpFlags) => serve(flags, context));
  },
};

async function serve(flags: McpFlags, { io, dependencies, signal }: Context): Promise<void> {
  const { root = [], allowPrivate = false, timeout, maxSize, render = false, http } = flags;
  const [{ checkedRoots }, { sessionPages }] = await Promise.all([
    import('../mcp/pages.js'),
    import('../mcp/pages.js'),
  ]);
  const { fetchPage } = dependencies;
  const roots = await checkedRoots(root);
  const read = await readModel(flags.model);
  const browser = render ? crawlBrowser(allowPrivate, signal) : undefined;
  const draw = browser === undefined ? {} : { draw: browser.render };
  const model = read && { model: read.model };
  const given = { roots, fetchPage, allowPrivate, timeout, maxSize, proxies: io.env, ...draw, ...model };
  const pages = sessionPages(given);
  try {
    if (http === undefined) await (await import('../mcp/serve.js')).serveMcp(io, pages, signal);
    else await (await import('../mcp/serve.js')).serveMcpOverHttp(io, pages, http, signal);
  } finally {
    await browser?.close();
  }
}

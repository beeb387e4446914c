import { fetchDefaults, showSize } from '@webpith/fetch';
import { Option } from 'commander';
import { secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition } from './command.js';

interface McpFlags {
  readonly root?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly timeout: number;
  readonly maxSize: number;
}

/** `pith mcp`: reads pages for an assistant over the Model Context Protocol. */
export const mcpCommand: CommandDefinition = {
  name: 'mcp',
  define(command, { io, dependencies, signal }) {
    command
      .description('read pages for an assistant (Model Context Protocol)')
      .option(
        '--root <dir>',
        'allow the files below it; may be given again',
        (dir: string, roots: readonly string[] = []) => [...roots, dir],
      )
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
Its tools: read_page, read_section, page_metadata, page_links.

Example, as an assistant's settings have it:
  "pith": { "command": "npx", "args": ["-y", "webpith", "mcp"] }`,
      )
      .action(async ({ root = [], allowPrivate = false, timeout, maxSize }: McpFlags) => {
        const [{ checkedRoots }, { sessionPages }, { serveMcp }] = await Promise.all([
          import('../mcp/roots.js'),
          import('../mcp/pages.js'),
          import('../mcp/serve.js'),
        ]);
        const { fetchPage } = dependencies;
        const roots = await checkedRoots(root);
        await serveMcp(
          io,
          sessionPages({ roots, fetchPage, allowPrivate, timeout, maxSize, proxies: io.env }),
          signal,
        );
      });
  },
};

import { randomBytes } from 'node:crypto';
import { isLoopback } from '@webpith/fetch';
import type { Command } from 'commander';
import type { Context, MarkdownOptions } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { readLibraryModel, withLibraryModel } from '../input/model-file.js';
import { type Io, printMessage } from '../io.js';
import { crawlBrowser } from '../rendering.js';
import { portArgument, withFetchLimits, withStyle } from './arguments.js';

interface McpFlags {
  readonly root?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly render?: boolean;
  readonly http?: number;
  readonly host: string;
  readonly token?: boolean;
  readonly model?: string;
  readonly style?: MarkdownOptions;
}

export function defineMcp(command: Command, context: Context): void {
  command
    .description('start an MCP server that lets AI assistants read web pages')
    .option(
      '--root <dir>',
      'allow reading files in this folder; repeatable',
      (dir: string, roots: readonly string[] = []) => [...roots, dir],
    )
    .option('--render', 'use Chromium to render pages that need scripts')
    .option('--http <port>', 'serve over HTTP on this port instead of stdio', portArgument)
    .option('--host <address>', 'with --http: address to listen on', '127.0.0.1')
    .option('--token', 'with --http: require a token (default: only if the address is not loopback)')
    .option('--no-token', 'with --http: require no token');
  withLibraryModel(withFetchLimits(withStyle(command)))
    .addHelpText(
      'after',
      `
Without --http, the assistant starts this command and exchanges messages
with it over stdin and stdout.
The token is $PITH_MCP_TOKEN, or a random one printed at startup;
requests send it as Authorization: Bearer TOKEN.
Tools: read_page, read_pages, search_page, read_section, page_metadata,
page_links.

Example configuration for an assistant:
"pith": { "command": "npx", "args": ["-y", "webpith", "mcp"] }`,
    )
    .action((flags: McpFlags) => serve(flags, context));
}

async function serve(flags: McpFlags, { io, dependencies, signal }: Context): Promise<void> {
  const { root = [], allowPrivate = false, timeout, maxSize, render = false, http } = flags;
  const { checkedRoots, sessionPages } = await import('../mcp/pages.js');
  const { fetchPage } = dependencies;
  const roots = await checkedRoots(root);
  const read = await readLibraryModel(flags.model);
  const browser = render ? crawlBrowser(allowPrivate, signal, timeout) : undefined;
  const pages = sessionPages({
    roots,
    fetchPage,
    allowPrivate,
    timeout,
    maxSize,
    proxies: io.env,
    render: browser?.render,
    model: read?.model,
    markdown: flags.style,
  });
  try {
    const { serveMcp, serveMcpOverHttp } = await import('../mcp/serve.js');
    if (http === undefined) await serveMcp(io, pages, signal);
    else {
      const token = await requiredToken(flags, io);
      await serveMcpOverHttp(io, pages, { host: flags.host, port: http, token }, signal);
    }
  } finally {
    await browser?.close();
  }
}

const SHORTEST_TOKEN = 16;

/** The token from the environment, or a random one that is printed; undefined if none is required. */
async function requiredToken({ host, token }: McpFlags, io: Io): Promise<string | undefined> {
  if (!(token ?? !isLoopback(host))) return undefined;
  const given = io.env?.PITH_MCP_TOKEN;
  if (given !== undefined && given.length < SHORTEST_TOKEN)
    throw new UsageError(`PITH_MCP_TOKEN has ${given.length} characters; use at least ${SHORTEST_TOKEN}`);
  if (given !== undefined) return given;
  const made = randomBytes(24).toString('base64url');
  await printMessage(io, `pith mcp requires the header Authorization: Bearer ${made}`);
  return made;
}

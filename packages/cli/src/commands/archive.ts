import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { say, writeBytes } from '../io.js';
import {
  type RenderFlags,
  renderOptions,
  renderSource,
  withBrowser,
  withRenderOptions,
} from '../rendering.js';

interface Flags extends RenderFlags {
  readonly out: string;
}

export function defineArchive(command: Command, context: Context): void {
  withRenderOptions(
    command
      .description('save a page with its images and styles in one file')
      .argument('<source>', 'a file, an http(s) URL, or - for stdin')
      .requiredOption('-o, --out <file>', 'output file (MHTML), or - for stdout (required)'),
  )
    .addHelpText('after', '\nExample: pith archive https://example.org/story -o story.mhtml')
    .action(async (source: string, flags: Flags) => await archiveOne(source, flags, context));
}

async function archiveOne(source: string, flags: Flags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const { archivePage } = await dependencies.renderer();
  const page = await renderSource(source, flags, context);
  const archived = await withBrowser(context, pool => archivePage(pool, page, renderOptions(flags, signal)));
  if (!archived.settled)
    await say(io, 'pith: the page did not finish loading in time; it was saved as far as it had loaded');
  await writeBytes(flags.out, io, archived.mhtml);
}

import type { RenderedPage } from '@webpith/render';
import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { printMessage, writeBytes, writeResult } from '../io.js';
import {
  type RenderFlags,
  renderOptions,
  renderSource,
  withBrowser,
  withRenderOptions,
} from '../rendering.js';

interface ScreenshotFlags extends RenderFlags {
  readonly screenshot?: string;
  readonly json?: boolean;
  readonly out?: string;
}

export function defineRender(command: Command, context: Context): void {
  withRenderOptions(
    command
      .description('render a page in Chromium and print the resulting HTML')
      .argument('<source>', 'a file (HTML or MHTML), an http(s) URL, or - for stdin')
      .option('--screenshot <file>', 'save a screenshot of the whole page (PNG)')
      .option('--json', 'print every node with its position, size and computed styles as JSON')
      .option('-o, --out <file>', 'output file (default: stdout)'),
  )
    .addHelpText('after', '\nExample: pith render https://example.org/story --screenshot story.png')
    .action(async (source: string, flags: ScreenshotFlags) => await renderOne(source, flags, context));
}

async function renderOne(source: string, flags: ScreenshotFlags, context: Context): Promise<void> {
  const { io, signal } = context;
  const page = await renderSource(source, flags, context);
  const options = { ...renderOptions(flags, signal), screenshot: flags.screenshot !== undefined };
  const rendered = await withBrowser(context, pool => pool.render(page, options));
  if (!rendered.settled)
    await printMessage(io, 'pith: the page did not finish loading in time; the output is what had loaded');
  if (flags.screenshot !== undefined) await writeBytes(flags.screenshot, io, rendered.screenshot!);
  await writeResult(flags.out, io, flags.json ? JSON.stringify(layoutOf(rendered)) : rendered.html);
}

function layoutOf({ url, settled, refused, tree }: RenderedPage): object {
  const layout = tree.layout!;
  const { viewport, page, styleNames } = layout.columns;
  const nodes = Array.from({ length: tree.count - 1 }, (_, i) => {
    const node = i + 1;
    const tag = tree.tagName(node);
    const styles = styleNames.map(name => [name, layout.style(node, name)]);
    return {
      node,
      parent: tree.parent[node],
      tag,
      ...(tag.startsWith('#')
        ? { text: tree.text(node) }
        : { attributes: Object.fromEntries(tree.attributes(node)) }),
      ...(layout.isDrawn(node) ? { box: layout.box(node), styles: Object.fromEntries(styles) } : {}),
      ...(layout.inFrame(node) ? { inFrame: true } : {}),
    };
  });
  return { url, settled, refused, viewport, page, nodes };
}

export function defineArchive(command: Command, context: Context): void {
  withRenderOptions(
    command
      .description('save a page with its images and styles in one file')
      .argument('<source>', 'a file, an http(s) URL, or - for stdin')
      .requiredOption('-o, --out <file>', 'output file (MHTML), or - for stdout (required)'),
  )
    .addHelpText('after', '\nExample: pith archive https://example.org/story -o story.mhtml')
    .action(
      async (source: string, flags: RenderFlags & { readonly out: string }) =>
        await archiveOne(source, flags, context),
    );
}

async function archiveOne(
  source: string,
  flags: RenderFlags & { readonly out: string },
  context: Context,
): Promise<void> {
  const { io, dependencies, signal } = context;
  const { archivePage } = await dependencies.renderer();
  const page = await renderSource(source, flags, context);
  const archived = await withBrowser(context, pool => archivePage(pool, page, renderOptions(flags, signal)));
  if (!archived.settled)
    await printMessage(
      io,
      'pith: the page did not finish loading in time; it was saved as far as it had loaded',
    );
  await writeBytes(flags.out, io, archived.mhtml);
}

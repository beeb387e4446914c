import type { Command } from 'commander';
import type { Context, Fleet } from '../dependencies.js';
import { readLibraryModel, withLibraryModel } from '../input/model-file.js';
import { STORE_FLAG, STORE_HELP, storeAddress } from '../input/store-address.js';
import { counted, printMessage, terminalSafe, writeResult } from '../io.js';
import { PageProgress } from '../progress.js';
import { countArgument } from './arguments.js';

interface TrackFlags {
  readonly store?: string;
  readonly baseline?: number;
  readonly json?: boolean;
  readonly model?: string;
}

export function defineTrack(command: Command, context: Context): void {
  command
    .description('report when site templates change or extraction quality drops')
    .argument(
      '<input...>',
      'output of batch or crawl, a corpus, a WARC file or a folder of HTML; oldest input first',
    )
    .option(STORE_FLAG, STORE_HELP)
    .option(
      '--baseline <pages>',
      'number of pages from which to learn the baseline of a site (default: all in the first input that has the site, at least 10)',
      countArgument,
    )
    .option('--json', 'print JSON');
  withLibraryModel(command)
    .addHelpText(
      'after',
      '\nBaselines are kept in the store. Pages of an input already processed are\nskipped.',
    )
    .addHelpText('after', '\nExample: pith track crawls/monday crawls/tuesday --store sites.sqlite')
    .action((inputs: string[], flags: TrackFlags) => trackInputs(inputs, flags, context));
}

async function trackInputs(inputs: string[], flags: TrackFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const fleet = await dependencies.fleet();
  const read = await readLibraryModel(flags.model);
  const progress = new PageProgress(io);
  let summary: Summary;
  try {
    summary = await fleet.track(inputs, {
      store: await storeAddress(flags.store, io.env),
      baseline: flags.baseline,
      model: read?.model,
      signal,
      onProgress: pages => progress.show({ pages }),
    });
  } finally {
    progress.stop();
  }
  if (flags.json) return await writeResult('-', io, JSON.stringify(summary, null, 2));
  if (summary.changes.length > 0) {
    await writeResult('-', io, terminalSafe(summary.changes.map(changeInWords).join('\n\n')));
  }
  const { pages, known, sites, learned, changes } = summary;
  const counts = [
    `${counted(pages, 'page')} of ${counted(sites, 'site')}`,
    `${known} seen before`,
    `${counted(learned, 'site')} learned`,
    counted(changes.length, 'change'),
  ];
  await printMessage(io, counts.join(', '));
}

type Summary = Awaited<ReturnType<Fleet['track']>>;
type FoundChange = Summary['changes'][number];

function changeInWords({ site, source, message, before, after, relabel }: FoundChange): string {
  const list = (title: string, pages: FoundChange['before']) => [
    `  ${title}`,
    ...pages.map(({ url, page, confidence }) => `    ${url ?? page} (confidence ${confidence.toFixed(2)})`),
  ];
  return [
    `${site}: ${message} (noticed in ${source})`,
    ...list('before', before),
    ...list('after', after),
    ...list('label again', relabel),
  ].join('\n');
}

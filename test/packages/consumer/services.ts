// A TypeScript program that uses the heavier packages.
import { main } from '@webpith/cli';
import { FetchError, type FetchedPage, fetchPage } from '@webpith/fetch';
import { type BatchOptions, runBatch } from '@webpith/fleet';
import { type Extractor, loadExtractor, type Page } from '@webpith/lab';
import { methods } from '@webpith/papers';
import { findChromium, openPool } from '@webpith/render';
import * as server from '@webpith/server';
import { openStore, type Store } from '@webpith/store';

export async function use(page: Page, batch: BatchOptions): Promise<unknown[]> {
  const fetched: FetchedPage = await fetchPage('https://example.org/', { timeout: 1000 });
  const extractor: Extractor = await loadExtractor('readability');
  const method: Extractor = await (await methods.swarm!()).load();
  const store: Store = await openStore(':memory:');
  const code: number = await main(['--version'], process);
  // @ts-expect-error: the URL is required
  await fetchPage();
  return [
    fetched.url,
    await extractor.extract(page),
    await method.extract(page),
    store,
    code,
    findChromium(),
    openPool,
    runBatch(batch),
    FetchError,
    server,
  ];
}

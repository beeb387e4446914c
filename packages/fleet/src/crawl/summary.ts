import { countReasons, countRequests, type Store } from '@webpith/store';

/** Totals over all runs of a crawl. */
export interface CrawlSummary {
  readonly fetched: number;
  /** Rows with content, and rows with an error. */
  readonly pages: number;
  readonly failed: number;
  /** Sitemaps and feeds read. */
  readonly sources: number;
  /** Addresses that redirected to another address of the crawl. */
  readonly redirected: number;
  readonly waiting: number;
  readonly hosts: number;
  /** Numbers of pages by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
}

export async function summaryOf(store: Store, crawl: string): Promise<CrawlSummary> {
  const counts = await countRequests(store, crawl);
  const reasons = await countReasons(store, crawl);
  const of = (state: string) =>
    counts.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);
  const why = (state: string) =>
    Object.fromEntries(
      reasons.filter(each => each.state === state).map(({ reason, count }) => [reason, count]),
    );
  const sources = Object.values(why('done')).reduce((sum, count) => sum + count, 0);
  return {
    fetched: of('done') + of('skipped') + of('failed'),
    pages: of('done') - sources,
    failed: of('failed'),
    sources,
    redirected: of('redirected'),
    waiting: of('waiting'),
    hosts: new Set(counts.map(({ host }) => host)).size,
    skipped: why('skipped'),
    failures: why('failed'),
    refused: why('refused'),
  };
}

import { FetchError, type FetchedPage } from '@webpith/fetch';
import { recordOfFailed, recordOfFetched } from '@webpith/sources';
import type { NewRequest, Outcome, WaitingRequest } from '@webpith/store';
import { decodeBytes, type PageTree, treeFromHtml } from 'webpith/stages';
import { errorRow, fullText, lineOf, type Row } from '../output/row.js';
import { unlessStopped } from '../stop.js';
import { structureOf } from '../track/structure.js';
import { messageOf } from '../workers/extract-row.js';
import { type Address, addressOf } from './address.js';
import { type Fetcher, isTemporary, Refused } from './fetch-politely.js';
import {
  type Follow,
  type FollowRule,
  linksOf,
  linksToFollow,
  type PageLinks,
  type RequestKind,
} from './links.js';
import type { ExtractPage, RenderPage } from './options.js';
import { type NearDuplicates, simHash } from './simhash.js';
import { sourceOf } from './sources.js';

export interface Visitor {
  readonly fetcher: Fetcher;
  readonly extract: ExtractPage;
  readonly render: RenderPage | undefined;
  readonly known: NearDuplicates;
  readonly rule: FollowRule;
  readonly retries: number;
  readonly signal: AbortSignal;
  choose(follow: readonly Follow[], from: WaitingRequest): NewRequest[];
  /** Claims the target of a redirect; false if it is already known. */
  claim(final: NewRequest, by: string): Promise<boolean>;
}

export async function visit(request: WaitingRequest, visitor: Visitor): Promise<Outcome | 'later'> {
  let page: FetchedPage;
  try {
    const isSource = request.kind === 'source' || request.kind === 'seed';
    page = await visitor.fetcher.page(request.url, isSource ? 'any' : 'pages');
  } catch (error) {
    // Requests in flight when a crawl stops stay pending.
    visitor.signal.throwIfAborted();
    if (error instanceof Refused) return { state: 'refused', reason: error.message };
    if (isTemporary(error) && request.tries < visitor.retries) return 'later';
    return failure(request, error);
  }
  const address = addressOf(page.url) ?? (request as Address);
  if (address.key !== request.key && !(await visitor.claim(newRequest(request, address), request.key)))
    return { state: 'redirected', follow: [] };
  const source = sourceOf(page.bytes);
  if (source !== undefined) {
    const kind: RequestKind = source.kind === 'sitemap-index' ? 'source' : 'entry';
    const follow = visitor.choose(addressesOf(source.links, page.url, kind), request);
    return { state: 'done', reason: source.kind, follow };
  }
  if (request.kind === 'source') return { state: 'skipped', reason: 'neither sitemap nor feed' };
  const outcome = await read(page, request, visitor);
  if (request.kind !== 'seed') return outcome;
  const { sitemaps } = await visitor.fetcher.robots(page.url);
  const sources = visitor.choose(addressesOf(sitemaps, page.url, 'source'), request);
  return { ...outcome, follow: [...(outcome.follow ?? []), ...sources] };
}

function newRequest({ kind, depth }: WaitingRequest, { url, key, host, shape }: Address): NewRequest {
  return { url, key, host, shape, kind, depth };
}

function failure(request: WaitingRequest, error: unknown): Outcome {
  const reason = error instanceof FetchError ? error.code : 'error';
  const record = recordOfFailed(request.url, messageOf(error));
  return { state: 'failed', reason, row: lineOf(errorRow(record, messageOf(error))) };
}

function addressesOf(links: readonly string[], base: string, kind: RequestKind): Follow[] {
  return links.flatMap(link => {
    const address = addressOf(link, base);
    return address === undefined ? [] : [{ ...address, kind }];
  });
}

async function read(page: FetchedPage, request: WaitingRequest, visitor: Visitor): Promise<Outcome> {
  const { tree, links, row } = await extracted(page, visitor);
  if (links.noIndex) return { state: 'skipped', reason: 'noindex' };
  if (row.error !== undefined) return { state: 'failed', reason: 'extraction', row: lineOf(row) };
  const { type = 'other', types = {}, items = [] } = row;
  const kind = request.kind as RequestKind;
  const certainty = types[type] ?? 0;
  const follow = () =>
    visitor.choose(
      linksToFollow({ url: page.url, kind, type, certainty, items, links }, visitor.rule),
      request,
    );
  const missing = missingContent(row);
  // A seed may be a start page without content, so its links are followed.
  if (missing !== undefined)
    return { state: 'skipped', reason: missing, follow: kind === 'seed' ? follow() : [] };
  const textHash = simHash(`${row.title ?? ''}\n${fullText(row)}`);
  const twin = visitor.known.find(textHash);
  if (twin !== undefined && twin !== request.key) return { state: 'skipped', reason: 'near-duplicate' };
  visitor.known.add(textHash, request.key);
  const line = lineOf({ ...row, structure: structureOf(tree) });
  return { state: 'done', textHash, row: line, follow: follow() };
}

interface Extracted {
  readonly tree: PageTree;
  readonly links: PageLinks;
  readonly row: Row;
}

async function extracted(page: FetchedPage, visitor: Visitor): Promise<Extracted> {
  const unrendered = await extractedFrom(page, visitor);
  if (!unrendered.row.needsRendering || unrendered.links.noIndex) return unrendered;
  const html = await visitor.render?.(page).catch(() => undefined);
  visitor.signal.throwIfAborted();
  if (html === undefined) return unrendered;
  return await extractedFrom({ ...page, bytes: Buffer.from(html), charset: 'utf-8' }, visitor);
}

async function extractedFrom(page: FetchedPage, visitor: Visitor): Promise<Extracted> {
  const { text } = decodeBytes(page.bytes, { charset: page.charset });
  const tree = treeFromHtml(text);
  const row = await unlessStopped(visitor.extract(recordOfFetched(page)), visitor.signal);
  return { tree, links: linksOf(tree), row };
}

function missingContent({ notContent, text = '', posts = [], items = [] }: Row): string | undefined {
  if (notContent !== undefined) return `no content: ${notContent}`;
  return text.trim() === '' && posts.length === 0 && items.length === 0 ? 'no content: no text' : undefined;
}

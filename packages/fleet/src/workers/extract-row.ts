import {
  type Article,
  type ExtractOptions,
  extract,
  fingerprint,
  type Model,
  type ModelFile,
  type PageType,
  SiteMemory,
} from 'webpith';
import { type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import { FleetError } from '../errors.js';
import {
  type ArticleColumn,
  errorRow,
  fingerprintRow,
  lineOf,
  parseRow,
  type RecordHead,
  type Row,
  rowOf,
} from '../output/row.js';
import { structureOf } from '../track/structure.js';
import type { WorkerSettings } from './protocol.js';

export type Extract = (page: Uint8Array | PageTree, options: ExtractOptions) => Article;

export interface RowSettings extends Pick<WorkerSettings, 'columns' | 'filter'> {
  readonly extract?: Pick<ExtractOptions, 'include' | 'markdown' | 'lean' | 'model'> | undefined;
  readonly memoryOf?: ((url: string | undefined) => SiteMemory | undefined) | undefined;
}

/** The row of a page, a row with an error, or undefined if filtered. Reads the lazy fields inside `try`. */
export function extractRow(
  head: RecordHead,
  bytes: Uint8Array,
  { columns, extract: settings, filter, memoryOf }: RowSettings,
  extract: Extract,
): Row | undefined {
  if (head.error !== undefined) return errorRow(head, head.error);
  try {
    const { url, charset } = head;
    const site = head.site === undefined ? memoryOf?.(url) : SiteMemory.fromJSON(head.site);
    const options = { ...settings, url, charset, site };
    if (columns.length === 1 && columns[0] === 'fingerprint' && filter === undefined)
      return fingerprintRow(head, fingerprint(bytes, options));
    const { article, tree } = extractedPage(bytes, options, columns.includes('structure'), extract);
    if (!isWanted(article, filter)) return undefined;
    return { ...rowOf(head, article, columns), structure: tree && structureOf(tree) };
  } catch (error) {
    return errorRow(head, messageOf(error));
  }
}

export function extractedPage(
  bytes: Uint8Array,
  options: ExtractOptions,
  needsTree: boolean,
  extract: Extract,
): { readonly article: Article; readonly tree?: PageTree | undefined } {
  if (!needsTree) return { article: extract(bytes, options) };
  const { text, url } = pageText(bytes, { charset: options.charset });
  const tree = treeFromHtml(text);
  return { article: extract(tree, { ...options, url: options.url ?? url }), tree };
}

/** Extracts in this thread; a page that takes too long is not interrupted. */
export function inlineExtraction(columns: readonly ArticleColumn[], model?: Model) {
  return async ({ bytes, ...head }: RecordHead & { readonly bytes: Uint8Array }): Promise<Row> =>
    parseRow(lineOf(extractRow(head, bytes, { columns, extract: { model } }, extract)!));
}

export function messageOf(error: unknown): string {
  return oneLine(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 600);
}

export interface PageFilter {
  /** Primary language tags: `en` matches `en-GB`. Pages of unknown language do not match. */
  readonly languages?: readonly string[] | undefined;
  readonly types?: readonly PageType[] | undefined;
  readonly confidence?: number | undefined;
}

/** Cheap criteria first: article fields are computed on access. */
function isWanted(article: Article, filter: PageFilter | undefined): boolean {
  if (filter === undefined) return true;
  const { languages, types, confidence } = filter;
  if (languages !== undefined && !languages.includes(firstTag(article.language))) return false;
  if (types !== undefined && !types.includes(article.type)) return false;
  return confidence === undefined || article.confidence >= confidence;
}

function firstTag(language: string | undefined): string {
  return (language ?? '').toLowerCase().replace(/[-_].*$/s, '');
}

/** The subset of `Method` of `@webpith/lab` that is used here. */
interface MethodModule {
  readonly methods: Readonly<
    Record<string, () => Promise<{ load(model: unknown): Promise<MethodExtractor> }>>
  >;
}

interface MethodExtractor {
  extract(page: MethodPage): Found | Promise<Found>;
}

interface MethodPage {
  readonly id: string;
  readonly html: Uint8Array;
  readonly tree: PageTree;
  readonly url?: string | undefined;
}

interface Found
  extends Partial<Pick<Article, 'title' | 'published' | 'confidence' | 'language' | 'authors'>> {
  readonly text: string;
  readonly type?: string | undefined;
  readonly comments?: readonly string[] | undefined;
}

export async function methodExtract(model: ModelFile, address: string | undefined): Promise<Extract> {
  const name = model.method ?? 'default';
  const table = address === undefined ? {} : ((await import(address)) as MethodModule).methods;
  if (!Object.hasOwn(table, name)) {
    const message = `the model ${model.name} belongs to the method ${name}, which is not installed`;
    throw new FleetError('bad-option', message);
  }
  const extractor = await (await table[name]!()).load(model);
  return (page, { charset, url }) => {
    const isBytes = page instanceof Uint8Array;
    const tree = isBytes ? treeFromHtml(pageText(page, { charset }).text) : page;
    const html = isBytes ? page : new Uint8Array();
    const found = extractor.extract({ id: 'page', html, tree, url: url && String(url) });
    if (found instanceof Promise) {
      const message = `the method ${name} extracts asynchronously and cannot be used here`;
      throw new FleetError('bad-option', message);
    }
    const { comments = [], authors = [], ...rest } = found;
    return {
      ...rest,
      authors,
      comments: comments.map(text => ({ depth: 0, text })),
    } as unknown as Article;
  };
}

import { type Article, type ExtractOptions, fingerprint, type PageType, SiteMemory } from 'webpith';
import { type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import { errorRow, fingerprintRow, type RecordHead, type Row, rowOf } from '../output/row.js';
import { structureOf } from '../track/structure.js';
import type { WorkerSettings } from './protocol.js';

export type Extract = (page: Uint8Array | PageTree, options: ExtractOptions) => Article;

export interface RowSettings extends Pick<WorkerSettings, 'columns' | 'filter'> {
  readonly extract: Pick<ExtractOptions, 'include' | 'markdown' | 'lean' | 'model'>;
  readonly memoryOf?: ((url: string | undefined) => SiteMemory | undefined) | undefined;
}

/**
 * The row of a page, a row with an error, or undefined if filtered. The fields are read inside the `try`, since many
 * are computed lazily.
 */
export function extractRow(
  head: RecordHead,
  bytes: Uint8Array,
  { columns, extract: options, filter, memoryOf }: RowSettings,
  extract: Extract,
): Row | undefined {
  if (head.error !== undefined) return errorRow(head, head.error);
  try {
    const { url, charset } = head;
    const known = charset === undefined ? {} : { charset };
    const site = head.site === undefined ? memoryOf?.(url) : SiteMemory.fromJSON(head.site);
    const all = { ...options, ...(url === undefined ? {} : { url }), ...known, ...(site && { site }) };
    if (columns.length === 1 && columns[0] === 'fingerprint' && filter === undefined)
      return fingerprintRow(head, fingerprint(bytes, all));
    if (!columns.includes('structure')) {
      const article = extract(bytes, all);
      return isWanted(article, filter) ? rowOf(head, article, columns) : undefined;
    }
    const page = pageText(bytes, known);
    const tree = treeFromHtml(page.text);
    const saved = page.url === undefined ? {} : { url: page.url };
    const article = extract(tree, { ...saved, ...all });
    if (!isWanted(article, filter)) return undefined;
    return { ...rowOf(head, article, columns), structure: structureOf(tree) };
  } catch (error) {
    return errorRow(head, messageOf(error));
  }
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
export function isWanted(article: Article, filter: PageFilter | undefined): boolean {
  if (filter === undefined) return true;
  const { languages, types, confidence } = filter;
  if (languages !== undefined && !languages.includes(firstTag(article.language))) return false;
  if (types !== undefined && !types.includes(article.type)) return false;
  return confidence === undefined || article.confidence >= confidence;
}

function firstTag(language: string | undefined): string {
  return (language ?? '').toLowerCase().replace(/[-_].*$/s, '');
}

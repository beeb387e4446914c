import { type Article, extract, OUTPUTS, type OutputFormat, PithError } from 'webpith';
import { parse } from 'webpith/readability';
import { htmlFault, xmlFault } from './markup-faults.js';
import type { FuzzedPage } from './page.js';
import { htmlOfMarkdown, parsedFault } from './parsed-faults.js';

export type FaultKind = 'crash' | 'unsafe' | 'not deterministic' | 'malformed';

export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
}

/** Optional checks, which cost several times as much as extraction. */
export interface Depth {
  /** Extract twice and compare. */
  readonly twice: boolean;
  /** Also parse the outputs with an HTML parser and a Markdown engine. */
  readonly parsed: boolean;
}

/** Extracts a page to every output and returns the faults; `typed` is the code of a typed error. */
export function faultsOf(
  page: FuzzedPage,
  depth: Depth,
): { faults: Fault[]; typed?: string; length: number } {
  let first: Written;
  try {
    first = everything(page);
  } catch (error) {
    if (error instanceof PithError) return { faults: [], typed: error.code, length: 0 };
    return { faults: [{ kind: 'crash', what: whatOf(error) }], length: 0 };
  }
  const faults = markupFaults(first);
  if (depth.parsed) faults.push(...parsedFaults(first), ...readabilityFaults(page));
  if (depth.twice) faults.push(...differences(first, everything(page)));
  return { faults, length: first.text.length };
}

type Written = Record<OutputFormat, string> & { readonly article: Article };

const ALL = { title: true, byline: true, comments: true };

function everything({ bytes, options }: FuzzedPage): Written {
  const article = extract(bytes, options);
  const written = Object.fromEntries(
    Object.entries(OUTPUTS).map(([name, write]) => [name, write(article, ALL)]),
  ) as Record<OutputFormat, string>;
  const { confidence } = article;
  if (!(confidence >= 0 && confidence <= 1)) throw new Error(`confidence ${confidence}`);
  for (const { start, end } of article.explain())
    if (!(start >= 0 && end >= start)) throw new Error(`a decision from ${start} to ${end}`);
  return { ...written, article };
}

/** The fields and texts without output options. */
function restOf({ article }: Written): string {
  const { html, text, markdown, posts, comments, items, product, confidence, type, sources } = article;
  return JSON.stringify([html, text, markdown, posts, comments, items, product, confidence, type, sources]);
}

function markupFaults(written: Written): Fault[] {
  const faults: Fault[] = [];
  const unsafe = htmlFault(written.html);
  if (unsafe !== undefined) faults.push({ kind: 'unsafe', what: unsafe });
  const malformed = xmlFault(written.tei);
  if (malformed !== undefined) faults.push({ kind: 'malformed', what: malformed });
  return faults;
}

function readabilityFaults({ bytes, options }: FuzzedPage): Fault[] {
  const fault = htmlFault(parse(bytes, options)?.content ?? '', { div: ['id', 'class'] });
  return fault === undefined ? [] : [{ kind: 'unsafe', what: `Readability: ${fault}` }];
}

function jsonFault(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return whatOf(error);
  }
}

function parsedFaults({ html, markdown, json }: Written): Fault[] {
  const unsafe = [
    ['parsed', parsedFault(html)],
    ['Markdown', parsedFault(htmlOfMarkdown(markdown))],
  ].filter(([, fault]) => fault !== undefined);
  const malformed = jsonFault(json);
  return [
    ...unsafe.map(([where, fault]) => ({ kind: 'unsafe', what: `${where}: ${fault}` }) as const),
    ...(malformed === undefined ? [] : [{ kind: 'malformed', what: malformed } as const]),
  ];
}

function differences(first: Written, second: Written): Fault[] {
  const names: string[] = Object.keys(OUTPUTS).filter(
    name => first[name as OutputFormat] !== second[name as OutputFormat],
  );
  if (restOf(first) !== restOf(second)) names.push('records');
  return names.map(what => ({ kind: 'not deterministic', what }) as const);
}

/** Message of an error and the first line of our code in its stack. */
function whatOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200);
  const place = error.stack?.split('\n').find(line => line.includes(' at ')) ?? '';
  return `${error.name}: ${error.message} ${place.trim().replace(/\(.*\//, '(')}`.slice(0, 300);
}

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { FetchOptions } from '@webpith/fetch';
import {
  type Article,
  type ChunkOptions,
  chunks,
  type ExtractOptions,
  extract,
  fingerprint,
  loadModel,
  type Model,
  type ModelFile,
  type OutputFormat,
  render,
  SiteMemory,
} from 'webpith';
import { MAX_MODEL_BYTES } from 'webpith/stages';
import { ALL_COLUMNS } from '../output/row.js';
import { structureOf } from '../track/structure.js';
import { extractedPage, oneLine } from '../workers/extract-row.js';
import type { Frame } from './frames.js';

type PageOptions = Pick<ExtractOptions, 'url' | 'charset' | 'include' | 'markdown' | 'lean' | 'rules'>;

interface PageRequest {
  readonly options: PageOptions;
  /** True if the body is text in UTF-8, whose encoding need not be detected. */
  readonly isText?: boolean;
  /** The digest of a model that a `model` request loaded. */
  readonly model?: string;
  /** JSON of a `SiteMemory`. */
  readonly site?: unknown;
}

/** Requests; the body is the page, or the file of the model. */
export type Request =
  | (PageRequest & { readonly do: 'columns'; readonly columns: readonly string[] })
  | (PageRequest & { readonly do: 'output'; readonly format: OutputFormat })
  | (PageRequest & { readonly do: 'chunks'; readonly chunks: ChunkOptions })
  | { readonly do: 'model'; readonly model: string }
  | { readonly do: 'fetch'; readonly address: string; readonly options: FetchOptions };

export type Answer =
  | { readonly columns: Readonly<Record<string, unknown>> }
  | { readonly output: string }
  | { readonly chunks: readonly object[] }
  | { readonly model: string }
  | { readonly url: string; readonly charset?: string | undefined }
  | { readonly error: string; readonly code?: string | undefined };

const models = new Map<string, Model>();

/** Answers a request. Article fields are computed when they are read, so their errors are caught here too. */
export async function answerTo({ head, body }: Frame): Promise<{ answer: Answer; body?: Uint8Array }> {
  try {
    const request = head as Request;
    if (request.do === 'fetch') {
      const { fetchPage } = await import('@webpith/fetch');
      const { url, charset, bytes } = await fetchPage(request.address, {
        ...request.options,
        proxies: process.env,
      });
      return { answer: { url, charset }, body: bytes };
    }
    return { answer: request.do === 'model' ? load(request.model, body) : extracted(request, body) };
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    return { answer: { error: oneLine(message), code: (error as { code?: string }).code } };
  }
}

function load(digest: string, file: Uint8Array): Answer {
  models.set(digest, loadModel(modelFileOf(file)));
  return { model: digest };
}

function modelFileOf(file: Uint8Array): ModelFile {
  try {
    const isCompressed = file[0] === 0x1f && file[1] === 0x8b;
    const json = isCompressed ? gunzipSync(file, { maxOutputLength: MAX_MODEL_BYTES }) : Buffer.from(file);
    return JSON.parse(json.toString()) as ModelFile;
  } catch (cause) {
    const fault = `expected the JSON of a model (${(cause as Error).message})`;
    throw Object.assign(new Error(`${fault}; write one with pith train`), { code: 'bad-model', cause });
  }
}

const UTF_8 = new TextDecoder();

function extracted(request: Exclude<Request, { do: 'fetch' | 'model' }>, body: Uint8Array): Answer {
  const model = request.model === undefined ? undefined : models.get(request.model);
  const site = request.site === undefined ? undefined : SiteMemory.fromJSON(request.site);
  const options = { ...request.options, model, site };
  const page = request.isText ? UTF_8.decode(body) : body;
  if (request.do === 'columns') return { columns: columnsOf(page, body, options, request.columns) };
  const article = extract(page, options);
  const { include, markdown } = options;
  const parts = { ...include, markdown };
  if (request.do === 'output') return { output: render(article, request.format, parts) };
  return { chunks: chunks(article, { ...parts, ...request.chunks }) };
}

const DIGEST = 'digest';
const STRUCTURE = 'structure';
const FINGERPRINT = 'fingerprint';

function columnsOf(
  page: string | Uint8Array,
  body: Uint8Array,
  options: ExtractOptions,
  names: readonly string[],
) {
  const known: readonly string[] = ALL_COLUMNS;
  const unknown = names.find(name => name !== DIGEST && !known.includes(name));
  if (unknown !== undefined) {
    throw Object.assign(new Error(`unknown column ${unknown}; use some of ${known.join(', ')}`), {
      code: 'bad-option',
    });
  }
  // The fingerprint alone needs no extraction.
  if (names.length === 1 && names[0] === FINGERPRINT) return { [FINGERPRINT]: fingerprint(page, options) };
  const columns: Record<string, unknown> = {};
  if (names.includes(DIGEST)) columns[DIGEST] = createHash('sha256').update(body).digest('hex');
  const { article, tree } = names.includes(STRUCTURE)
    ? extractedPage(body, options, true, extract)
    : { article: extract(page, options) };
  if (tree !== undefined) columns[STRUCTURE] = structureOf(tree);
  for (const name of names) {
    if (name === FINGERPRINT) columns[name] = article.fingerprint();
    else if (name !== DIGEST && name !== STRUCTURE) columns[name] = article[name as keyof Article];
  }
  return columns;
}

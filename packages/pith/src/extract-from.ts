import type { Article } from './article/article.js';
import { checkedOptions } from './check-options.js';
import { PithError } from './errors.js';
import { extract } from './extract.js';
import { charsetOfContentType } from './html/encodings.js';
import { asBytes, MAX_LENGTH, type PageInput } from './input.js';
import { given } from './metadata/metadata.js';
import type { ExtractOptions, PageOptions } from './options.js';

/** A stream of bytes, such as `ReadableStream<Uint8Array>`. Declared here for the same reason as `LiveNode`. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/** A `Response` of fetch. */
export interface PageResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly bodyUsed: boolean;
  readonly body: ByteStream | null;
  readonly headers: { get(name: string): string | null };
}

/** A `Blob` or `File`. */
export interface PageBlob {
  readonly size: number;
  stream(): ByteStream;
}

export type PageSource = PageInput | PageResponse | PageBlob | ByteStream;

/**
 * Like `extract`, and also accepts a fetch `Response` (whose URL and charset are used), a `Blob`, a byte stream, or a
 * promise of any input. Decompresses gzip where the platform supports it.
 */
export async function extractFrom(
  source: PageSource | Promise<PageSource>,
  options: ExtractOptions = {},
): Promise<Article> {
  const known = checkedOptions(options);
  const input = await source;
  const body = bodyOf(input, known);
  if (body === undefined) {
    const bytes = asBytes(input);
    if (bytes === undefined || !isGzip(bytes)) return extract(input as PageInput, known);
    return extract(await unpacked(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), known), known);
  }
  const bytes = await collected(body.stream, known);
  const page = isGzip(bytes) ? await unpacked(new Blob([bytes]).stream(), known) : bytes;
  return extract(page, { ...body.known, ...known });
}

interface Body {
  readonly stream: ByteStream;
  readonly known: PageOptions;
}

/** The byte stream of an input, with its URL and charset; undefined for inputs without a stream. */
function bodyOf(input: PageSource, { maxLength = MAX_LENGTH }: PageOptions): Body | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  if ('getReader' in input) return { stream: input, known: {} };
  if ('headers' in input && 'body' in input && 'status' in input)
    return bodyOfResponse(input as PageResponse);
  if (!('stream' in input) || typeof input.stream !== 'function') return undefined;
  const { size } = input as PageBlob;
  if (size > maxLength) throw tooLarge(maxLength);
  return { stream: input.stream() as ByteStream, known: {} };
}

function bodyOfResponse(response: PageResponse): Body {
  const { ok, status, body, url, headers } = response;
  if (!ok || body === null) {
    const got = ok ? 'one without a body' : `status ${status}`;
    throw new PithError('bad-input', `expected a response with a page, got ${got}`, 'check the address');
  }
  if (response.bodyUsed) {
    throw new PithError(
      'bad-input',
      'expected a response with a page, got one whose body was already read',
      'use the text that was read, or a clone()',
    );
  }
  const charset = charsetOfContentType(headers.get('content-type')?.slice(0, 1000) ?? '');
  return { stream: body, known: given<PageOptions>({ url: url || undefined, charset }) };
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;

/** Decompresses gzip. Without DecompressionStream, the bytes stay as they are and `extract` rejects them. */
async function unpacked(packed: ReadableStream<Uint8Array>, options: PageOptions): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') return await collected(packed, options);
  try {
    const gunzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
    return await collected(packed.pipeThrough(gunzip), options);
  } catch (error) {
    if (error instanceof PithError) throw error;
    throw new PithError(
      'not-a-page',
      'expected a web page, got a gzip archive that is broken or cut off',
      'check where it comes from',
    );
  }
}

async function collected(
  stream: ByteStream,
  { maxLength = MAX_LENGTH }: PageOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length <= maxLength) continue;
    await reader.cancel();
    throw tooLarge(maxLength);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLarge(maxLength: number): PithError {
  return new PithError(
    'too-large',
    `the page is longer than the limit of ${maxLength}`,
    'raise the option maxLength to accept it',
  );
}

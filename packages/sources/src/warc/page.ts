import { AsyncIterReader, WARCParser, type WARCRecord } from 'warcio';
import { decodedBody } from '../decoding.js';
import { digestOf, type PageRecord, type RecordSource, type SkipReason } from '../record.js';

const SKIPPED_TYPES: ReadonlyMap<string, SkipReason> = new Map([
  ['request', 'request'],
  ['revisit', 'revisit'],
]);
const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

export async function pageFromRecord(
  bytes: Uint8Array,
  source: RecordSource,
  maxSize: number,
): Promise<PageRecord | SkipReason> {
  const record = await new WARCParser(new AsyncIterReader([bytes], null)).parse();
  if (record === null) return 'lost';
  const { warcType } = record;
  if (warcType !== 'response' && warcType !== 'resource')
    return SKIPPED_TYPES.get(warcType) ?? 'other-record';
  if (warcType === 'response' && !isSuccess(record)) return 'status';
  const declared = contentType(record);
  if (declared.mediaType !== '' && !PAGE_TYPES.has(declared.mediaType)) return 'not-html';
  const raw = await record.readFully(false);
  const body = await decodedBody(raw, codingsOf(record), maxSize);
  if (typeof body === 'string') return body;
  if (body.length === 0) return 'empty';
  if (declared.mediaType === '' && !looksLikePage(body)) return 'not-html';
  return {
    recordId: record.warcHeader('WARC-Record-ID')?.replace(/^<|>$/g, '') || undefined,
    url: record.warcTargetURI || undefined,
    date: record.warcDate || undefined,
    digest: digestOf(body),
    bytes: body,
    charset: declared.charset || undefined,
    mediaType: declared.mediaType || undefined,
    source,
  };
}

function isSuccess({ httpHeaders }: WARCRecord): boolean {
  const status = Number(httpHeaders?.statusCode);
  return status >= 200 && status < 300;
}

function codingsOf({ httpHeaders }: WARCRecord) {
  const of = (name: string) => httpHeaders?.headers.get(name) ?? '';
  return { transferEncoding: of('transfer-encoding'), contentEncoding: of('content-encoding') };
}

function contentType(record: WARCRecord): { mediaType: string; charset: string } {
  const contentTypeHeader =
    record.warcType === 'resource' ? record.warcContentType : record.httpHeaders?.headers.get('content-type');
  const [mediaType = '', ...parameters] = (
    contentTypeHeader ||
    record.warcHeader('WARC-Identified-Payload-Type') ||
    ''
  ).split(';', 8);
  const charset = parameters.map(text => /^\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1]);
  return { mediaType: mediaType.trim().toLowerCase(), charset: charset.find(Boolean) ?? '' };
}

function looksLikePage(bytes: Uint8Array): boolean {
  return /^(?:[^<]{0,8})<(?:!doctype html|html|head|body|!--)/i.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1').trimStart(),
  );
}

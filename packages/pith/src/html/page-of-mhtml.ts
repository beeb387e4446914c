import { charsetOfContentType } from './encodings.js';

export interface FilePage {
  readonly bytes: Uint8Array;
  readonly charset?: string;
  readonly url?: string;
}

type Headers = ReadonlyMap<string, string>;

interface Part {
  readonly headers: Headers;
  readonly start: number;
  readonly end: number;
}

const LONGEST_HEAD = 65_536;
/** Limits beyond what browsers write. */
const MOST_PARTS = 10_000;
const MOST_LEVELS = 8;

/** True for MHTML (RFC 2557), by its header. */
export function isMhtml(bytes: Uint8Array): boolean {
  if (!isHeaderStart(bytes)) return false;
  const { headers } = headOf(latin1(bytes.subarray(0, LONGEST_HEAD)));
  const type = typeOf(headers);
  return type.startsWith('multipart/') || (headers.has('mime-version') && type === 'text/html');
}

/** The page in an MHTML file, or undefined. Images and frames are ignored. */
export function pageOfMhtml(bytes: Uint8Array): FilePage | undefined {
  const text = latin1(bytes);
  const head = headOf(text);
  const whole: Part = { headers: head.headers, start: head.end, end: text.length };
  const pages = leavesOf(text, whole).filter(({ headers }) => isPage(headers));
  const start = parameterOf(head.headers.get('content-type') ?? '', 'start');
  const root = pages.find(({ headers }) => start !== '' && headers.get('content-id') === start) ?? pages[0];
  if (root === undefined) return undefined;
  const charset = charsetOfContentType(root.headers.get('content-type') ?? '');
  const url = [
    root.headers.get('content-location'),
    head.headers.get('snapshot-content-location'),
    head.headers.get('content-location'),
  ].find(address => address !== undefined && /^https?:\/\//i.test(address));
  return {
    bytes: decoded(text.slice(root.start, root.end), root.headers.get('content-transfer-encoding') ?? ''),
    ...(charset === undefined ? {} : { charset }),
    ...(url === undefined ? {} : { url }),
  };
}

/** True if the file begins with a header name and a colon. A cheap test, since it runs on every page. */
function isHeaderStart(bytes: Uint8Array): boolean {
  for (let i = 0; i < 80; i++) {
    const byte = bytes[i];
    if (byte === 0x3a) return i > 0;
    const isName = byte !== undefined && byte > 0x20 && byte < 0x7f && byte !== 0x3c;
    if (!isName) return false;
  }
  return false;
}

function isPage(headers: Headers): boolean {
  const type = typeOf(headers);
  return type === 'text/html' || type === 'application/xhtml+xml';
}

function typeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Header lines up to a blank one; a line that starts with white space continues the previous one. */
function headOf(text: string): { headers: Headers; end: number } {
  const headers = new Map<string, string>();
  const most = Math.min(text.length, LONGEST_HEAD);
  let name = '';
  let next = 0;
  while (next < most) {
    const lineEnd = text.indexOf('\n', next);
    const stop = lineEnd < 0 || lineEnd > most ? most : lineEnd;
    const line = text.slice(next, stop).replace(/\r$/, '');
    next = stop + 1;
    if (line === '') break;
    if (/^[\t ]/.test(line)) {
      headers.set(name, `${headers.get(name) ?? ''} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, end: Math.min(next, text.length) };
}

function leavesOf(text: string, whole: Part): Part[] {
  let parts = [whole];
  for (let level = 0; level < MOST_LEVELS; level++) {
    if (!parts.some(({ headers }) => typeOf(headers).startsWith('multipart/'))) break;
    parts = parts.flatMap(part =>
      typeOf(part.headers).startsWith('multipart/') ? partsOf(text, part) : [part],
    );
  }
  return parts;
}

function partsOf(text: string, { headers, start, end }: Part): Part[] {
  const boundary = parameterOf(headers.get('content-type') ?? '', 'boundary');
  if (boundary === '') return [];
  const mark = `\n--${boundary}`;
  const parts: Part[] = [];
  // The line break before the first boundary may be the one that ends the header.
  const begin = Math.max(0, start - 1);
  const own = text.slice(begin, end);
  let at = own.indexOf(mark);
  while (at >= 0 && parts.length < MOST_PARTS) {
    const after = at + mark.length;
    if (own.startsWith('--', after)) break;
    const next = own.indexOf(mark, after);
    const stop = next < 0 ? own.length : next;
    const line = own.indexOf('\n', after);
    if (line >= 0 && line < stop) {
      const head = headOf(own.slice(line + 1, stop));
      parts.push({ headers: head.headers, start: begin + line + 1 + head.end, end: begin + stop });
    }
    at = next;
  }
  return parts;
}

function parameterOf(header: string, name: string): string {
  for (const parameter of header.slice(0, 2000).split(';')) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== name) continue;
    return parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"|"$/g, '');
  }
  return '';
}

function decoded(body: string, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') return bytesOf(fromBase64(body));
  return name === 'quoted-printable' ? fromQuotedPrintable(body) : bytesOf(body);
}

function fromBase64(body: string): string {
  const letters = body.replace(/[^A-Za-z0-9+/]+/g, '');
  return atob(letters.slice(0, letters.length - (letters.length % 4 === 1 ? 1 : 0)));
}

const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;

/** `=E4` is a byte, `=` at the end of a line joins it with the next one; any other `=` is kept. */
function fromQuotedPrintable(body: string): Uint8Array {
  const bytes = new Uint8Array(body.length);
  let length = 0;
  for (let i = 0; i < body.length; i++) {
    const code = body.charCodeAt(i);
    if (code !== EQUALS) {
      bytes[length++] = code;
      continue;
    }
    const next = body.charCodeAt(i + 1);
    const high = hexDigit(next);
    const low = hexDigit(body.charCodeAt(i + 2));
    if (high >= 0 && low >= 0) {
      bytes[length++] = high * 16 + low;
      i += 2;
    } else if (next === LF) i++;
    else if (next === CR && body.charCodeAt(i + 2) === LF) i += 2;
    else bytes[length++] = code;
  }
  return bytes.subarray(0, length);
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** One character per byte, unlike TextDecoder's `latin1`, which is windows-1252. */
function latin1(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return chunks.join('');
}

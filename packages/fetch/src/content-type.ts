import { FetchError } from './errors.js';

/** Media types that can hold a page to read. */
const pageTypes: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'text/plain',
  // Pages saved in one file.
  'multipart/related',
  'message/rfc822',
  'application/x-mimearchive',
]);

/** What a Content-Type header says: the media type in lower case, and the charset as it was spelt. */
export interface ContentType {
  readonly mediaType: string;
  readonly charset?: string;
}

/** Reads a Content-Type header; parameters other than charset are dropped. */
export function parseContentType(header: string): ContentType {
  const [mediaType = '', ...parameters] = header.slice(0, 1000).split(';');
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue;
    const charset = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^["']|["']$/g, '')
      .trim();
    if (charset !== '') return { mediaType: mediaType.trim().toLowerCase(), charset };
  }
  return { mediaType: mediaType.trim().toLowerCase() };
}

/** The Content-Type of an answer that is to be a page; absent headers pass, the bytes are looked at later. */
export function pageContentType(header: string | undefined, url: URL): ContentType | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const type = parseContentType(header);
  if (pageTypes.has(type.mediaType)) return type;
  throw new FetchError(
    'bad-content-type',
    `expected a web page (HTML, XHTML, XML or plain text), got ${type.mediaType} from ${url.href}; give the address of a page`,
    { url: url.href },
  );
}

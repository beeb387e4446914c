import { FetchError } from './errors.js';

const pageTypes: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'text/plain',
  'multipart/related',
  'message/rfc822',
  'application/x-mimearchive',
]);

export interface ContentType {
  readonly mediaType: string;
  readonly charset?: string | undefined;
}

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

export function pageContentType(header: string | undefined, url: URL): ContentType | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const type = parseContentType(header);
  if (pageTypes.has(type.mediaType)) return type;
  throw new FetchError(
    'bad-content-type',
    `${url.href} is ${type.mediaType}, not a web page (HTML, XHTML, XML or plain text); use the URL of a page`,
    { url: url.href },
  );
}

import { TextDecoder } from 'node:util';

/** How much of a page is searched for a declared encoding, as browsers do. */
const PRESCAN_BYTES = 1024;

/**
 * Text of a page in the encoding it declares, so that every rival reads the same characters: a byte order mark first,
 * then `charset=` in the first kilobyte; without either, UTF-8 where the bytes are UTF-8, else windows-1252.
 */
export function decodeAsDeclared(html: Uint8Array): string {
  const declared = markedEncoding(html) ?? declaredEncoding(html);
  if (declared) {
    try {
      return new TextDecoder(declared).decode(html);
    } catch {
      // An encoding nobody knows.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(html);
  } catch {
    return new TextDecoder('windows-1252').decode(html);
  }
}

function markedEncoding(html: Uint8Array): string | undefined {
  if (html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf) return 'utf-8';
  if (html[0] === 0xfe && html[1] === 0xff) return 'utf-16be';
  return html[0] === 0xff && html[1] === 0xfe ? 'utf-16le' : undefined;
}

function declaredEncoding(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.buffer, html.byteOffset, Math.min(html.length, PRESCAN_BYTES)).toString(
    'latin1',
  );
  const label = /<meta[^>]{0,200}\bcharset\s*=\s*["']?\s*([\w:.-]{2,40})/i.exec(head)?.[1]?.toLowerCase();
  // A page whose declaration can be read as ASCII is not in UTF-16, whatever it declares (Encoding Standard).
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

import { PithError } from '../errors.js';
import { type DecodeOptions, decodeBytes } from './from-bytes.js';
import { kindOfFile } from './kind-of-file.js';
import { type FilePage, isMhtml, pageOfMhtml } from './page-of-mhtml.js';

/**
 * Returns the page in a file: the file itself, or the page in an MHTML archive. Throws for other file types. Compressed
 * files must be decompressed first.
 */
export function pageOfFile(bytes: Uint8Array): FilePage {
  if (isMhtml(bytes))
    return pageOfMhtml(bytes) ?? refuse('a message without a page in it', 'give the HTML of a page');
  refuseOther(bytes);
  return { bytes };
}

export function pageText(
  file: Uint8Array,
  options: DecodeOptions = {},
): { readonly text: string; readonly url?: string } {
  const { bytes, charset = options.charset, url } = pageOfFile(file);
  const { text } = decodeBytes(bytes, charset === undefined ? {} : { charset });
  return url === undefined ? { text } : { text, url };
}

export function refuseOther(file: Uint8Array | string): void {
  const kind = kindOfFile(file);
  if (kind !== undefined) refuse(kind.name, kind.remedy);
}

function refuse(what: string, remedy: string): never {
  throw new PithError('not-a-page', `expected a web page, got ${what}`, remedy);
}

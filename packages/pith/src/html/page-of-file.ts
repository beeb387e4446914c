import { PithError } from '../errors.js';
import { type DecodeOptions, decodeBytes } from './from-bytes.js';
import { type FilePage, isMhtml, pageOfMhtml } from './page-of-mhtml.js';

export interface FileKind {
  readonly name: string;
  readonly remedy: string;
}

const REMEDY = {
  document: 'turn it into HTML first',
  media: 'give the page that shows it',
  archive: 'unpack it, and give the pages in it',
  packed: 'unpack it first: the command and the server do, and so does extractFrom() where the platform can',
  crawl: 'give it to `pith batch`, which reads the pages in it',
  data: 'give the HTML of a page',
} as const;

/** Signatures of files that are not pages, with their offsets; `?` matches any character. */
const SIGNATURES: readonly (readonly [
  name: string,
  remedy: keyof typeof REMEDY,
  at: number,
  signature: string,
])[] = [
  ['a PDF document', 'document', 0, '%PDF-'],
  ['a PostScript document', 'document', 0, '%!PS'],
  ['an RTF document', 'document', 0, '{\\rtf'],
  ['an office document', 'document', 0, '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['a DjVu document', 'document', 0, 'AT&TFORM'],
  ['a PNG image', 'media', 0, '\x89PNG\r\n'],
  ['a JPEG image', 'media', 0, '\xff\xd8\xff'],
  ['a GIF image', 'media', 0, 'GIF87a'],
  ['a GIF image', 'media', 0, 'GIF89a'],
  ['a WebP image', 'media', 0, 'RIFF????WEBP'],
  ['a TIFF image', 'media', 0, 'II*\0'],
  ['a TIFF image', 'media', 0, 'MM\0*'],
  ['a BMP image', 'media', 0, 'BM????\0\0\0\0'],
  ['an icon', 'media', 0, '\0\0\x01\0'],
  ['a Photoshop image', 'media', 0, '8BPS\0'],
  ['a JPEG XL image', 'media', 0, '\0\0\0\x0cJXL '],
  ['an AVIF image', 'media', 4, 'ftypavi'],
  ['a HEIC image', 'media', 4, 'ftyphei'],
  ['an MP4 video or sound', 'media', 4, 'ftyp'],
  ['a WebM or Matroska video', 'media', 0, '\x1aE\xdf\xa3'],
  ['an AVI video', 'media', 0, 'RIFF????AVI '],
  ['a Flash video', 'media', 0, 'FLV\x01'],
  ['a WAV sound', 'media', 0, 'RIFF????WAVE'],
  ['an Ogg file', 'media', 0, 'OggS\0'],
  ['a FLAC sound', 'media', 0, 'fLaC'],
  ['an MP3 file', 'media', 0, 'ID3\x02'],
  ['an MP3 file', 'media', 0, 'ID3\x03'],
  ['an MP3 file', 'media', 0, 'ID3\x04'],
  ['a MIDI file', 'media', 0, 'MThd\0'],
  ['a font', 'media', 0, 'wOFF'],
  ['a font', 'media', 0, 'wOF2'],
  ['a font', 'media', 0, 'OTTO\0'],
  ['a font', 'media', 0, '\0\x01\0\0\0'],
  ['a ZIP archive or an office document', 'archive', 0, 'PK\x03\x04'],
  ['a ZIP archive', 'archive', 0, 'PK\x05\x06'],
  ['a gzip archive', 'packed', 0, '\x1f\x8b\x08'],
  ['a zstd archive', 'packed', 0, '(\xb5/\xfd'],
  ['a bzip2 archive', 'archive', 0, 'BZh?1AY&SY'],
  ['an xz archive', 'archive', 0, '\xfd7zXZ\0'],
  ['a 7z archive', 'archive', 0, '7z\xbc\xaf'],
  ['a RAR archive', 'archive', 0, 'Rar!\x1a'],
  ['a tar archive', 'archive', 257, 'ustar'],
  ['a WARC file', 'crawl', 0, 'WARC/1.'],
  ['a Parquet file', 'data', 0, 'PAR1'],
  ['an SQLite database', 'data', 0, 'SQLite format 3'],
  ['a program', 'data', 0, '\x7fELF'],
  ['a program', 'data', 0, 'MZ\x90\0'],
  ['a program', 'data', 0, '\xca\xfe\xba\xbe'],
  ['a program', 'data', 0, '\0asm'],
];

const SAMPLE = 2048;
/** Largest share of control characters in a page. Random bytes have 11 %, text hardly any. */
const MOST_CONTROLS = 0.05;
/** Largest share of nulls in a page; broken pages contain some. Set by hand. */
const MOST_NULLS = 0.3;
/** Fewest control characters and nulls of a binary file. Set by hand. */
const LEAST = 8;

const BINARY: FileKind = { name: 'binary data', remedy: REMEDY.data };
const UNREADABLE = 0xfffd;

/** The type of a file that is certainly not a page, else undefined. Also detects binary files decoded as text. */
export function kindOfFile(file: Uint8Array | string): FileKind | undefined {
  const sample = sampleOf(file);
  const known = SIGNATURES.find(([, , at, signature]) => isAt(sample, at, signature));
  if (known !== undefined) return { name: known[0], remedy: REMEDY[known[1]] };
  if (hasByteOrderMark(sample) || beginsAsMarkup(sample) || hasWideTags(sample)) return undefined;
  let controls = 0;
  let nulls = 0;
  for (const code of sample) {
    if (code === 0) nulls++;
    else if (isControl(code)) controls++;
  }
  const isBinary = controls > sample.length * MOST_CONTROLS || nulls > sample.length * MOST_NULLS;
  return isBinary && controls + nulls >= LEAST ? BINARY : undefined;
}

function sampleOf(file: Uint8Array | string): Uint16Array {
  const sample = new Uint16Array(Math.min(file.length, SAMPLE));
  if (typeof file === 'string') for (let i = 0; i < sample.length; i++) sample[i] = file.charCodeAt(i);
  else sample.set(file.subarray(0, SAMPLE));
  return sample;
}

function isAt(sample: Uint16Array, at: number, signature: string): boolean {
  if (sample.length < at + signature.length) return false;
  let read = 0;
  for (let i = 0; i < signature.length; i++) {
    const expected = signature.charCodeAt(i);
    const code = sample[at + i]!;
    if (code === expected) read++;
    // Decoders replace invalid bytes by U+FFFD.
    else if (signature[i] !== '?' && !(code === UNREADABLE && expected >= 0x80)) return false;
  }
  return read > 1;
}

/** False for white space and the escape character of ISO-2022-JP. */
function isControl(code: number): boolean {
  return code < 0x09 || (code > 0x0d && code < 0x20 && code !== 0x1b) || code === 0x7f;
}

function hasByteOrderMark(sample: Uint16Array): boolean {
  return (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff);
}

/** A file that begins with a tag is a page, whatever follows. */
function beginsAsMarkup(sample: Uint16Array): boolean {
  const head = String.fromCharCode(...sample.subarray(0, 256));
  return /^(?:\ufeff|\xef\xbb\xbf)?[\t\n\f\r ]{0,200}<[!/?a-z]/i.test(head);
}

/** True for at least two `<` in UTF-16, whose high bytes look like control characters without a byte order mark. */
function hasWideTags(sample: Uint16Array): boolean {
  let tags = 0;
  for (let i = 0; i + 1 < sample.length; i += 2) {
    const unit = sample[i]! | (sample[i + 1]! << 8);
    if (unit === 0x003c || unit === 0x3c00) tags++;
  }
  return tags >= 2;
}

/** The page in a file: the file itself, or the page in an MHTML archive. Throws for other file types. */
export function pageOfFile(bytes: Uint8Array): FilePage {
  if (isMhtml(bytes))
    return pageOfMhtml(bytes) ?? reject('a message without a page in it', 'give the HTML of a page');
  rejectOther(bytes);
  return { bytes };
}

export function pageText(
  file: Uint8Array,
  options: DecodeOptions = {},
): { readonly text: string; readonly url?: string | undefined } {
  const { bytes, charset = options.charset, url } = pageOfFile(file);
  return { text: decodeBytes(bytes, { charset }).text, url };
}

export function rejectOther(file: Uint8Array | string): void {
  const kind = kindOfFile(file);
  if (kind !== undefined) reject(kind.name, kind.remedy);
  if (isJson(file)) reject('JSON', 'if one of its fields has the HTML of a page, give that field');
}

/** True for the answer of an API, whose text would become an article. */
function isJson(file: Uint8Array | string): boolean {
  const head = typeof file === 'string' ? file.slice(0, 100) : String.fromCharCode(...file.subarray(0, 100));
  if (!/^(?:\ufeff|\xef\xbb\xbf)?\s{0,90}[[{]/.test(head)) return false;
  try {
    JSON.parse(typeof file === 'string' ? file.replace(/^\ufeff/, '') : new TextDecoder().decode(file));
    return true;
  } catch {
    return false;
  }
}

function reject(what: string, remedy: string): never {
  throw new PithError('not-a-page', `expected a web page, got ${what}`, remedy);
}

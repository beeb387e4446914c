import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PithError } from '../errors.js';
import { extract } from '../index.js';
import { kindOfFile } from './page-of-file.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Deterministic noise. */
function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

/** The heads of real files, each followed by typical content. */
const FILES: Readonly<Record<string, readonly [RegExp, Uint8Array]>> = {
  pdf: [/a PDF document/, latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Type/Catalog>> endobj')],
  png: [/a PNG image/, latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  jpeg: [/a JPEG image/, latin1('\xff\xd8\xff\xe0\0\x10JFIF\0')],
  gif: [/a GIF image/, latin1('GIF89a\x01\0\x01\0')],
  webp: [/a WebP image/, latin1('RIFF\x24\0\0\0WEBPVP8 ')],
  avif: [/an AVIF image/, latin1('\0\0\0 ftypavif\0\0\0\0')],
  mp4: [/an MP4 video/, latin1('\0\0\0 ftypisom\0\0\x02\0')],
  mp3: [/an MP3 file/, latin1('ID3\x03\0\0\0\0\0\x21')],
  wav: [/a WAV sound/, latin1('RIFF\x24\0\0\0WAVEfmt ')],
  woff2: [/a font/, latin1('wOF2\0\x01\0\0')],
  ttf: [/a font/, latin1('\0\x01\0\0\0\x0f\0\x80')],
  zip: [/a ZIP archive/, latin1('PK\x03\x04\x14\0\0\0')],
  gzip: [/a gzip archive/, gzipSync('<p>Some text</p>')],
  zstd: [/a zstd archive/, latin1('(\xb5/\xfd\x04\x58')],
  tar: [/a tar archive/, latin1(`page.html${'\0'.repeat(248)}ustar\x0000`)],
  sqlite: [/an SQLite database/, latin1('SQLite format 3\0')],
  program: [/a program/, latin1('\x7fELF\x02\x01\x01\0')],
  warc: [/a WARC file.*pith batch/, latin1('WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\n')],
  deflated: [/binary data/, deflateRawSync(noise(4096, 7))],
  noise: [/binary data/, noise(100_000)],
  nulls: [/binary data/, new Uint8Array(1000)],
};

describe('other file types', () => {
  it.each(Object.entries(FILES))(
    'rejects %s by its bytes, with its type and a remedy',
    (_, [message, bytes]) => {
      const error = thrownBy(() => extract(bytes));
      expect(error).toMatchObject({ code: 'not-a-page' });
      expect(error.message).toMatch(message);
      expect(error.remedy.length).toBeGreaterThan(5);
    },
  );

  it.each(['pdf', 'png', 'gif', 'zip', 'gzip', 'mp4', 'noise'])('rejects %s that was read as text', name => {
    const text = Buffer.from(FILES[name]![1]).toString('utf8');
    expect(thrownBy(() => extract(text)).code).toBe('not-a-page');
  });
});

describe('kindOfFile', () => {
  const page = '<!doctype html><html><head><title>Страница 日本語</title></head><body><p>Text, 本文';
  const utf16 = Buffer.from(page, 'utf16le');
  const pages: Readonly<Record<string, Uint8Array | string>> = {
    'UTF-8': Buffer.from(page),
    'UTF-16': utf16,
    'UTF-16 with a mark': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    'UTF-16, the other way': Buffer.from(utf16).swap16(),
    'ISO-2022-JP': latin1('<p>\u001b$B$3$l\u001b(B</p>'),
    'bytes above ASCII only': Uint8Array.from({ length: 500 }, (_, i) => 0x80 + (i % 128)),
    nothing: new Uint8Array(),
    'words about PDF': 'The format %PDF-1.4 is old',
    'words that begin like a file': 'RIFF raff. BMW makes cars. Rare. ID3 tags. MZ. OTTO. PARIS',
    'a page with noise in it': Buffer.concat([Buffer.from('<html><body><p>'), noise(5000)]),
    'a page with nulls': `<p>So${'\0'.repeat(1000)}me</p>`,
    'characters that nobody could decode': '\ufffd\ufffd\ufffd Some text that was something else',
  };

  it.each(Object.entries(pages))('accepts %s as text', (_, file) => {
    expect(kindOfFile(file)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array(), bytes => kindOfFile(bytes) === undefined || bytes.length > 0));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => kindOfFile(text) === undefined || text !== ''),
    );
  });
});

function thrownBy(run: () => unknown): PithError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(PithError);
    return error as PithError;
  }
  throw new Error('expected it to throw');
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../index.js';
import { isMhtml, pageOfMhtml } from './page-of-mhtml.js';

const TEXT = 'Die Fähre fährt um zehn über den Großen Belt, und wer zu spät kommt, wartet bis zum Abend.';
const HTML = `<html><head><title>Fähre</title></head><body><nav><a href="/">Start</a></nav><article><h1>Fähre</h1>
<p>${TEXT}</p><p>Karten gibt es <a href="karten">am Kai</a>, aber nur, solange das Licht im Fenster brennt.</p>
<img src="cid:picture@mhtml" alt="Das Schiff"></article></body></html>`;
const BOUNDARY = '----MultipartBoundary--x1----';

/** As Chromium saves a page. */
function saved(
  parts: readonly string[],
  type = `multipart/related;\r\n\ttype="text/html";\r\n\tboundary="${BOUNDARY}"`,
): Buffer {
  const head = [
    'From: <Saved by Blink>',
    'Snapshot-Content-Location: https://example.org/ferry/today',
    'Subject: =?utf-8?Q?F=C3=A4hre?=',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
  ].join('\r\n');
  const body = parts.map(part => `--${BOUNDARY}\r\n${part}`).join('\r\n');
  return Buffer.from(`${head}\r\n\r\n\r\n${body}\r\n--${BOUNDARY}--\r\n`, 'latin1');
}

const quoted = (bytes: Buffer) =>
  [...bytes]
    .map(byte =>
      byte < 0x80 && byte !== 0x3d ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase()}`,
    )
    .join('')
    .replace(/(.{70}[^=]{3})/g, '$1=\r\n');

const picture =
  'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <picture@mhtml>\r\n\r\niVBORw0KGgo=';
const part = (encoding: string, body: string, charset = 'utf-8', more = '') =>
  `Content-Type: text/html; charset="${charset}"\r\nContent-Transfer-Encoding: ${encoding}\r\n${more}\r\n${body}`;

const FILES: Readonly<Record<string, Buffer>> = {
  'quoted-printable': saved([part('quoted-printable', quoted(Buffer.from(HTML))), picture]),
  base64: saved([
    part(
      'base64',
      Buffer.from(HTML)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n'),
    ),
    picture,
  ]),
  'eight bits': saved([part('8bit', Buffer.from(HTML).toString('latin1')), picture]),
  'another charset': saved([part('quoted-printable', quoted(Buffer.from(HTML, 'latin1')), 'iso-8859-1')]),
  'a picture first': saved([picture, part('base64', Buffer.from(HTML).toString('base64'))]),
  'a root that is named': saved(
    [
      part(
        '8bit',
        '<p>An advertisement in a frame, which nobody asked for and nobody wants to read here.</p>',
      ),
      part('quoted-printable', quoted(Buffer.from(HTML)), 'utf-8', 'Content-ID: <root@mhtml>\r\n'),
    ],
    `multipart/related; start="<root@mhtml>"; boundary="${BOUNDARY}"`,
  ),
  'one part alone': Buffer.from(
    `MIME-Version: 1.0\nContent-Location: https://example.org/ferry/today\n${part('quoted-printable', quoted(Buffer.from(HTML))).replaceAll('\r\n', '\n')}`,
  ),
};

describe('a page saved as MHTML', () => {
  it.each(Object.entries(FILES))('%s', (_, file) => {
    expect(isMhtml(file)).toBe(true);
    const article = extract(file);
    expect(article.title).toBe('Fähre');
    expect(article.text).toContain(TEXT);
    expect(article.text).not.toMatch(/Content-Type|advertisement|MultipartBoundary/);
  });

  it('has the URL it was saved from, and no images', () => {
    const article = extract(FILES['quoted-printable']!);
    expect(article.url).toBe('https://example.org/ferry/today');
    expect(article.markdown).toContain('(https://example.org/ferry/karten)');
    expect(article.html).not.toContain('cid:');
    expect(extract(FILES.base64!, { url: 'https://example.com/other' }).url).toBe(
      'https://example.com/other',
    );
  });

  it('is detected in text too', () => {
    expect(extract(FILES.base64!.toString('latin1')).text).toContain(TEXT);
  });

  it('is rejected without a page', () => {
    expect(() => extract(saved([picture]))).toThrow(/a message without a page/);
  });

  it('is not detected in pages that start with words and a colon', () => {
    for (const page of [
      'Note: some text',
      'Content-Type: text/html, they said',
      'a:b',
      '',
      '<p>MIME-Version: 1.0</p>',
    ])
      expect(isMhtml(Buffer.from(page))).toBe(false);
  });

  it('is read with any content, even if truncated', () => {
    const whole = Object.values(FILES);
    const mutated = fc
      .tuple(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
        fc.nat(),
      )
      .map(([file, changes, cut]) => {
        const copy = Buffer.from(file.subarray(0, cut % file.length));
        for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
        return copy;
      });
    fc.assert(
      fc.property(mutated, file => pageOfMhtml(file) === undefined || true),
      { numRuns: 500 },
    );
  });

  it('takes linear time for parts that claim to be multipart', () => {
    const nested = Array.from(
      { length: 5000 },
      (_, i) => `Content-Type: multipart/related; boundary="b${i}"\r\n\r\nnothing`,
    );
    expect(pageOfMhtml(saved([...nested, part('8bit', '<p>Some text</p>')]))?.bytes.length).toBeGreaterThan(
      10,
    );
  });
});

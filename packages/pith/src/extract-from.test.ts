import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { extractFrom, type PageSource, PithError } from './index.js';

const TEXT = 'Die Brücke führt über den Fluß, und wer sie überquert, sieht die Türme der alten Stadt.';
const PAGE = `<title>Brücke</title><article><p>${TEXT}</p><p>Am Abend <a href="licht">leuchten</a> sie.</p></article>`;
const bytes = new TextEncoder().encode(PAGE);
const stream = () => new Blob([bytes]).stream();

/** A response with a URL, which only `fetch` sets. */
function answer(body: BodyInit, init: ResponseInit = {}, url = 'https://example.org/stadt/'): Response {
  return Object.defineProperty(new Response(body, init), 'url', { value: url });
}

describe('extractFrom', () => {
  const sources: Readonly<Record<string, () => PageSource | Promise<PageSource>>> = {
    'an answer': () => answer(PAGE),
    'a promise of one': () => Promise.resolve(answer(PAGE)),
    'an answer in another charset': () =>
      answer(Buffer.from(PAGE, 'latin1'), { headers: { 'content-type': 'text/html; charset=iso-8859-1' } }),
    'a Blob': () => new Blob([bytes]),
    'a stream': stream,
    'a string': () => PAGE,
    bytes: () => bytes,
    'packed bytes': () => gzipSync(bytes),
    'a packed Blob': () => new Blob([gzipSync(bytes)]),
    'an answer with a packed page': () => answer(gzipSync(bytes)),
  };

  it.each(Object.entries(sources))('reads %s', async (_, source) => {
    expect((await extractFrom(source())).text).toContain(TEXT);
  });

  it('uses the URL of a response, unless another is given', async () => {
    const article = await extractFrom(answer(PAGE));
    expect(article.url).toBe('https://example.org/stadt/');
    expect(article.markdown).toContain('https://example.org/stadt/licht');
    expect((await extractFrom(answer(PAGE), { url: 'https://example.com/' })).url).toBe(
      'https://example.com/',
    );
  });

  const refused: Readonly<Record<string, readonly [() => unknown, string, RegExp]>> = {
    'an answer that is an error': [() => answer('<p>Gone', { status: 404 }), 'bad-input', /status 404/],
    'an answer without a body': [() => new Response(null), 'bad-input', /without a body/],
    'an answer that holds a PDF': [() => answer('%PDF-1.7'), 'not-a-page', /a PDF document/],
    'a packed page that is cut off': [
      () => gzipSync(bytes).subarray(0, 40),
      'not-a-page',
      /broken or cut off/,
    ],
    'a picture in gzip': [() => gzipSync('GIF89a\x01\0'), 'not-a-page', /a GIF image/],
    nothing: [() => null, 'bad-input', /got null/],
  };

  it.each(Object.entries(refused))('rejects %s', async (_, [source, code, message]) => {
    const error = await extractFrom(source() as PageSource).catch(error => error);
    expect(error).toBeInstanceOf(PithError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('rejects a body that was already read', async () => {
    const read = answer(PAGE);
    await read.text();
    await expect(extractFrom(read)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('reads no more than allowed, compressed or not', async () => {
    const large = { maxLength: 1000 };
    for (const source of [
      stream(),
      new Blob([bytes]),
      gzipSync(Buffer.alloc(1e7, '<p>x')),
      answer(gzipSync(Buffer.alloc(1e7, '<p>x'))),
    ])
      await expect(extractFrom(source, { maxLength: 100 })).rejects.toMatchObject({ code: 'too-large' });
    await expect(extractFrom(new Blob([bytes]), large)).resolves.toMatchObject({ title: 'Brücke' });
  });
});

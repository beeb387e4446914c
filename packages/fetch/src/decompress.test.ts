import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collected } from './bytes.js';
import { decompressed, parseContentEncoding, unpackedPage } from './decompress.js';
import { FetchError } from './errors.js';

const tooLarge = () => new Error('too large');

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function unpack(bytes: Uint8Array, encodings: string[], limit = 1e6, size = 7): Promise<Uint8Array> {
  return collected(decompressed(inPieces(bytes, size), encodings, limit, tooLarge));
}

const encoders = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
} as const;

describe('decompressed', () => {
  it('restores the compressed bytes, however they are split', async () => {
    const encoding = fc.constantFrom(...(Object.keys(encoders) as (keyof typeof encoders)[]));
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        fc.array(encoding, { maxLength: 3 }),
        fc.integer({ min: 1, max: 500 }),
        async (bytes, encodings, size) => {
          const packed = encodings.reduce<Uint8Array>((data, name) => encoders[name](data), bytes);
          expect(Buffer.from(await unpack(packed, encodings, 1e6, size))).toEqual(Buffer.from(bytes));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('reads raw deflate', async () => {
    expect(Buffer.from(await unpack(deflateRawSync('hello'), ['deflate'])).toString()).toBe('hello');
  });

  it('returns nothing for empty input', async () => {
    expect(await unpack(new Uint8Array(), ['gzip'])).toHaveLength(0);
  });

  it('stops exactly at the limit', async () => {
    const packed = gzipSync(Buffer.alloc(1000));
    expect(await unpack(packed, ['gzip'], 1000)).toHaveLength(1000);
    await expect(unpack(packed, ['gzip'], 999)).rejects.toThrow('too large');
  });

  it('stops early in a decompression bomb, by its output size', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    let given = 0;
    const source = async function* () {
      for await (const piece of inPieces(bomb, 64)) {
        given += piece.length;
        yield piece;
      }
    };
    const attempt = collected(decompressed(source(), ['gzip'], 20_000, tooLarge));
    await expect(attempt).rejects.toThrow('too large');
    expect(given).toBeLessThan(bomb.length / 2);
  });

  it('applies the limit between two encodings too', async () => {
    const nothings = Buffer.concat(Array.from({ length: 5000 }, () => gzipSync('')));
    await expect(unpack(gzipSync(nothings), ['gzip', 'gzip'], 50_000)).rejects.toThrow('too large');
  });

  it.each(['gzip', 'br', 'deflate'] as const)('reports a broken or truncated %s body', async encoding => {
    const packed = encoders[encoding](Buffer.from('some text that is long enough to be cut'.repeat(20)));
    for (const bad of [
      packed.subarray(0, packed.length - 10),
      Buffer.from('plainly not compressed at all'),
    ]) {
      const error = await unpack(bad, [encoding]).catch(error => error);
      expect(error).toBeInstanceOf(FetchError);
      expect(error.code).toBe('bad-encoding');
      expect(error.message).toContain(encoding);
    }
  });

  it('passes on errors of its source', async () => {
    const source = async function* () {
      yield gzipSync('hello').subarray(0, 12);
      throw new Error('line cut');
    };
    await expect(collected(decompressed(source(), ['gzip'], 100, tooLarge))).rejects.toThrow('line cut');
  });
});

describe('parseContentEncoding', () => {
  it('parses the list and drops identity', () => {
    expect(parseContentEncoding('')).toEqual([]);
    expect(parseContentEncoding(' GZIP , identity,br')).toEqual(['gzip', 'br']);
  });

  it.each(['zstd', 'gzip, compress', 'constructor', 'gzip, gzip, gzip, gzip'])('rejects %s', header => {
    expect(() => parseContentEncoding(header)).toThrow(FetchError);
  });
});

describe('unpackedPage', () => {
  const page = Buffer.from('<p>Some text</p>');

  it('decompresses gzip by its magic bytes, up to twice, and returns other bytes unchanged', async () => {
    expect(await unpackedPage(gzipSync(page), 1000, tooLarge)).toEqual(page);
    expect(await unpackedPage(gzipSync(gzipSync(page)), 1000, tooLarge)).toEqual(page);
    expect(await unpackedPage(page, 1000, tooLarge)).toBe(page);
    expect(await unpackedPage(new Uint8Array(), 1000, tooLarge)).toHaveLength(0);
  });

  it('decompresses at most two layers, and at most the limit', async () => {
    const thrice = gzipSync(gzipSync(gzipSync(page)));
    expect(await unpackedPage(thrice, 1000, tooLarge)).toEqual(gzipSync(page));
    await expect(unpackedPage(gzipSync(Buffer.alloc(1e7)), 1e6, tooLarge)).rejects.toThrow('too large');
  });

  it('reports broken gzip', async () => {
    const broken = gzipSync(page).subarray(0, 20);
    await expect(unpackedPage(broken, 1000, tooLarge)).rejects.toMatchObject({ code: 'bad-encoding' });
  });
});

import { describe, expect, it } from 'vitest';
import { collected, limited, parseSize, showSize } from './bytes.js';

async function* of(...pieces: (Uint8Array | string)[]) {
  yield* pieces;
}

describe('limited', () => {
  it('counts bytes, not characters', async () => {
    const stop = () => new Error('stop');
    expect(Buffer.from(await collected(limited(of('é', 'b'), 3, stop))).toString()).toBe('éb');
    await expect(collected(limited(of('é', 'b'), 2, stop))).rejects.toThrow('stop');
  });
});

describe('parseSize', () => {
  it.each([
    ['50MB', 50e6],
    ['1.5 kb', 1500],
    ['1gb', 1e9],
    ['12', 12],
    ['7B', 7],
  ])('parses %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', 'MB', '-1', '0', '5 XB', '1e9', '1 2', 'Infinity', '5 m b'])('rejects %j', text => {
    expect(parseSize(text)).toBeUndefined();
  });
});

describe('showSize', () => {
  it('uses the largest fitting unit', () => {
    expect([12, 1500, 50e6, 2.25e9].map(showSize)).toEqual(['12 bytes', '1.5 kB', '50 MB', '2.3 GB']);
  });
});

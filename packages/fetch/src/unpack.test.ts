import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpackedPage } from './unpack.js';

const page = Buffer.from('<p>Some text</p>');
const large = () => new Error('too large');

it('unpacks gzip by its bytes, also twice, and leaves the rest alone', async () => {
  expect(await unpackedPage(gzipSync(page), 1000, large)).toEqual(page);
  expect(await unpackedPage(gzipSync(gzipSync(page)), 1000, large)).toEqual(page);
  expect(await unpackedPage(page, 1000, large)).toBe(page);
  expect(await unpackedPage(new Uint8Array(), 1000, large)).toHaveLength(0);
});

it('unpacks no archive of archives, and no more than allowed', async () => {
  const thrice = gzipSync(gzipSync(gzipSync(page)));
  expect(await unpackedPage(thrice, 1000, large)).toEqual(gzipSync(page));
  await expect(unpackedPage(gzipSync(Buffer.alloc(1e7)), 1e6, large)).rejects.toThrow('too large');
});

it('names what is broken', async () => {
  const broken = gzipSync(page).subarray(0, 20);
  await expect(unpackedPage(broken, 1000, large)).rejects.toMatchObject({ code: 'bad-encoding' });
});

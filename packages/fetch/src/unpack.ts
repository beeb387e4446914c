import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { FetchError } from './errors.js';

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

// Node has zstd since 22.15: where it has not, packed bytes stay as they are and are refused by name.
const { zstdDecompress } = zlib as typeof zlib & { zstdDecompress?: typeof zlib.gunzip };

/** Packings by their first bytes. */
const PACKINGS: readonly {
  readonly name: string;
  readonly magic: readonly number[];
  readonly unpack: Unpack;
}[] = [
  { name: 'gzip', magic: [0x1f, 0x8b, 0x08], unpack: promisify(zlib.gunzip) as unknown as Unpack },
  ...(zstdDecompress === undefined
    ? []
    : [
        {
          name: 'zstd',
          magic: [0x28, 0xb5, 0x2f, 0xfd],
          unpack: promisify(zstdDecompress) as unknown as Unpack,
        },
      ]),
];

/** A page is packed once, by mistake twice; an archive of archives is an attack. */
const MOST_LAYERS = 2;

/**
 * The bytes of a page that came packed as a file (gzip, zstd), unpacked; others as they are. `tooLarge` makes the error for
 * what becomes more than the limit.
 */
export async function unpackedPage(
  bytes: Uint8Array,
  limit: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  let page = bytes;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const packing = PACKINGS.find(({ magic }) => magic.every((byte, i) => page[i] === byte));
    if (packing === undefined) break;
    page = await packing.unpack(page, { maxOutputLength: limit }).catch(cause => {
      if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
      throw new FetchError(
        'bad-encoding',
        `expected a page packed with ${packing.name}, got one that is broken or cut off; pack it anew, or give it unpacked`,
        { cause },
      );
    });
  }
  return page;
}

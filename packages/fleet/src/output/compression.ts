import * as zlib from 'node:zlib';
import { once } from 'webpith/stages';

/** Compressions whose frames can be concatenated. */
export type Packing = 'none' | 'gzip' | 'zstd';

export type Packer = (bytes: Uint8Array) => Uint8Array;

/** The fastest levels: rows are a few per cent larger than at the default levels, but take at most half the time. */
const GZIP_LEVEL = zlib.constants.Z_BEST_SPEED;
const ZSTD_LEVEL = 1;
/** zstd-wasm fails on frames of several megabytes. */
const LARGEST_FRAME = 1 << 20;

const LOADERS: Readonly<Record<Packing, () => Promise<Packer>>> = {
  none: async () => bytes => bytes,
  gzip: async () => bytes => zlib.gzipSync(bytes, { level: GZIP_LEVEL }),
  zstd: once(zstdPacker),
};

/** Node has zstd since 22.15. */
interface WithZstd {
  readonly zstdCompressSync?: (bytes: Uint8Array, options: { params: Record<number, number> }) => Uint8Array;
  readonly constants: { readonly ZSTD_c_compressionLevel?: number };
}

async function zstdPacker(): Promise<Packer> {
  const { zstdCompressSync: compressed, constants } = zlib as WithZstd;
  if (compressed !== undefined) {
    const params = { [constants.ZSTD_c_compressionLevel!]: ZSTD_LEVEL };
    return bytes => compressed(bytes, { params });
  }
  const { loadZstd } = await import('@webpith/sources/decoding');
  const { compress } = await loadZstd();
  return bytes => inFrames(bytes, frame => compress(frame as Buffer, ZSTD_LEVEL));
}

export async function packerOf(packing: Packing): Promise<Packer> {
  return await LOADERS[packing]();
}

function inFrames(bytes: Uint8Array, pack: Packer): Uint8Array {
  if (bytes.length <= LARGEST_FRAME) return pack(bytes);
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += LARGEST_FRAME) {
    frames.push(pack(bytes.subarray(at, at + LARGEST_FRAME)));
  }
  return Buffer.concat(frames);
}

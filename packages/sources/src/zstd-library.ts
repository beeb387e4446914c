type Zstd = typeof import('@bokuweb/zstd-wasm');

let library: Promise<Zstd> | undefined;

/** Facebook's own code, for what no other library does. Once a thread: a second start of it breaks the first. */
export function loadZstd(): Promise<Zstd> {
  library ??= import('@bokuweb/zstd-wasm').then(async zstd => {
    await zstd.init();
    return zstd;
  });
  return library;
}

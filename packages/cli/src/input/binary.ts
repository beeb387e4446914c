/** Files that are often taken for pages, by their first bytes. */
const signatures: readonly (readonly [name: string, start: number, bytes: readonly number[]])[] = [
  ['a PDF document', 0, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a PNG image', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', 0, [0xff, 0xd8, 0xff]],
  ['a GIF image', 0, [0x47, 0x49, 0x46, 0x38]],
  ['a WebP, WAV or AVI file', 0, [0x52, 0x49, 0x46, 0x46]],
  ['a ZIP archive or an office document', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', 0, [0x1f, 0x8b]],
  ['a zstd archive', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['a bzip2 archive', 0, [0x42, 0x5a, 0x68]],
  ['an xz archive', 0, [0xfd, 0x37, 0x7a, 0x58]],
  ['a program', 0, [0x7f, 0x45, 0x4c, 0x46]],
  ['an MP4 video or HEIC image', 4, [0x66, 0x74, 0x79, 0x70]],
  ['a WebM video', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['an Ogg file', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['an MP3 file', 0, [0x49, 0x44, 0x33]],
  ['a font', 0, [0x77, 0x4f, 0x46]],
  ['an SQLite database', 0, [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
];

const sampleLength = 2048;
// Random bytes hold 10 % of these control characters, text next to none.
const mostControls = 0.05;

/** What kind of file the bytes are when they are certainly no page, or `undefined`. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  for (const [name, start, signature] of signatures) {
    if (signature.every((byte, index) => bytes[start + index] === byte)) return name;
  }
  const sample = bytes.subarray(0, sampleLength);
  if (hasByteOrderMark(bytes) || hasWideTags(sample)) return undefined;
  let controls = 0;
  for (const byte of sample) if (isControl(byte)) controls++;
  return controls > sample.length * mostControls ? 'binary data' : undefined;
}

/** NUL is not counted (broken pages hold some), nor white space, nor the escape of ISO-2022-JP. */
function isControl(byte: number): boolean {
  return (byte > 0 && byte < 0x09) || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) || byte === 0x7f;
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Two tags in UTF-16 without a mark: its high bytes (4 for Cyrillic) would pass for control characters. */
function hasWideTags(bytes: Uint8Array): boolean {
  let tags = 0;
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const unit = bytes[index]! | (bytes[index + 1]! << 8);
    if (unit === 0x003c || unit === 0x3c00) tags++;
  }
  return tags >= 2;
}

import { open } from 'node:fs/promises';
import { isRemote, openRemote, type RemoteOptions } from './remote/remote-file.js';

/** Bytes that can be read at any place: a file, here or on another machine. */
export interface RandomAccess {
  readonly size: number;
  /** Fills a buffer from `at` on with up to `length` bytes from a position; gives how many there were, 0 at the end. */
  read(buffer: Uint8Array, at: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Opens a file by its path or address. */
export async function openBytes(path: string, options: RemoteOptions = {}): Promise<RandomAccess> {
  if (isRemote(path)) return await openRemote(path, options);
  const file = await open(path);
  return {
    size: (await file.stat()).size,
    read: async (buffer, at, length, position) => (await file.read(buffer, at, length, position)).bytesRead,
    close: () => file.close(),
  };
}

/** Bytes that are read forwards: looked at without being taken, taken, or jumped over. */
export interface ByteSource {
  /** Where the next byte stands. */
  readonly offset: number;
  /** The next `count` bytes, or fewer at the end; valid until the next call. */
  peek(count: number): Promise<Uint8Array>;
  /** Goes on so many bytes; gives how many there were. */
  skip(count: number): Promise<number>;
  /** Whether what `peek` gave stays as it is after the next call. */
  readonly isLasting: boolean;
  /** Goes back to an earlier offset where the source can; says whether it did. */
  rewind(offset: number): boolean;
}

/** Bytes of a file that are held at once. */
export const WINDOW = 4 << 20;

/** A file behind a sliding window. */
export class FileSource implements ByteSource {
  readonly isLasting = false;
  readonly #file: RandomAccess;
  readonly size: number;
  readonly #usual: number;
  #window: Buffer;
  /** Offset in the file of the window's first byte, and how many of its bytes are filled. */
  #start = 0;
  #filled = 0;
  #offset = 0;

  private constructor(file: RandomAccess, offset: number, usual: number) {
    this.#file = file;
    this.size = file.size;
    this.#start = this.#offset = offset;
    this.#usual = Math.min(usual, WINDOW);
    this.#window = Buffer.allocUnsafeSlow(this.#usual);
  }

  /** Opens a file; `offset` is where reading begins, and `usual` how many bytes are read at once when no more are wanted. */
  static async open(
    path: string,
    offset = 0,
    usual = WINDOW,
    options: RemoteOptions = {},
  ): Promise<FileSource> {
    return new FileSource(await openBytes(path, options), offset, usual);
  }

  get offset(): number {
    return this.#offset;
  }

  async peek(count: number): Promise<Uint8Array> {
    const wanted = Math.min(count, Math.max(this.size - this.#offset, 0));
    if (this.#offset + wanted > this.#start + this.#filled || this.#offset < this.#start) {
      await this.#fill(wanted);
    }
    const from = this.#offset - this.#start;
    return this.#window.subarray(from, Math.min(from + wanted, this.#filled));
  }

  /** The first bytes of the file; the window stays where it is. */
  async first(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    return bytes.subarray(0, await this.#file.read(bytes, 0, count, 0));
  }

  /** What the window holds from the offset on; where that is nothing, it is filled as far as usual. */
  async held(): Promise<Uint8Array> {
    await this.peek(1);
    return this.#window.subarray(this.#offset - this.#start, this.#filled);
  }

  async skip(count: number): Promise<number> {
    const step = Math.min(count, Math.max(this.size - this.#offset, 0));
    this.#offset += step;
    return step;
  }

  rewind(offset: number): boolean {
    this.#offset = offset;
    return true;
  }

  /** The bytes from a place to the end, in chunks; the window stays where it is. */
  async *from(position: number, chunk: number): AsyncGenerator<Uint8Array> {
    for (let at = position; at < this.size; ) {
      const bytes = new Uint8Array(Math.min(chunk, this.size - at));
      const read = await this.#file.read(bytes, 0, bytes.length, at);
      if (read === 0) return;
      yield bytes.subarray(0, read);
      at += read;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Moves the window so that it begins at the offset and holds at least `wanted` bytes, if the file does. */
  async #fill(wanted: number): Promise<void> {
    const window = this.#resized(wanted);
    const from = this.#offset - this.#start;
    const kept = from >= 0 && from < this.#filled ? this.#filled - from : 0;
    if (kept > 0) this.#window.copy(window, 0, from, from + kept);
    this.#window = window;
    this.#start = this.#offset;
    this.#filled = kept;
    while (this.#filled < window.length) {
      const wanted = window.length - this.#filled;
      const read = await this.#file.read(window, this.#filled, wanted, this.#start + this.#filled);
      if (read === 0) break;
      this.#filled += read;
    }
  }

  /** A window for so many bytes: the usual one, or for a large record one of its own. */
  #resized(wanted: number): Buffer {
    const size = Math.max(this.#usual, wanted);
    return size === this.#window.length ? this.#window : Buffer.allocUnsafeSlow(size);
  }
}

/** Bytes that are held already. */
export class MemorySource implements ByteSource {
  readonly isLasting = true;
  #offset = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get offset(): number {
    return this.#offset;
  }

  async peek(count: number): Promise<Uint8Array> {
    return this.bytes.subarray(this.#offset, this.#offset + count);
  }

  async skip(count: number): Promise<number> {
    const step = Math.min(count, this.bytes.length - this.#offset);
    this.#offset += step;
    return step;
  }

  rewind(offset: number): boolean {
    this.#offset = offset;
    return true;
  }
}

/** Bytes that come as a stream and are gone once they are passed. */
export class StreamSource implements ByteSource {
  readonly isLasting = true;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #pending: Uint8Array = new Uint8Array();
  #offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  get offset(): number {
    return this.#offset;
  }

  async peek(count: number): Promise<Uint8Array> {
    if (this.#pending.length < count) {
      const buffers = [this.#pending];
      let length = this.#pending.length;
      while (length < count) {
        const { done, value } = await this.#chunks.next();
        if (done) break;
        buffers.push(value);
        length += value.length;
      }
      this.#pending = buffers.length === 1 ? this.#pending : Buffer.concat(buffers, length);
    }
    return this.#pending.subarray(0, count);
  }

  async skip(count: number): Promise<number> {
    let left = count;
    while (left > 0) {
      if (this.#pending.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) break;
        this.#pending = value;
      }
      const step = Math.min(left, this.#pending.length);
      this.#pending = this.#pending.subarray(step);
      left -= step;
    }
    this.#offset += count - left;
    return count - left;
  }

  rewind(): boolean {
    return false;
  }
}

/** The same bytes with the methods of a Buffer; nothing is copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

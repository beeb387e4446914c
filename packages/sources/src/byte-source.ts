import { open } from 'node:fs/promises';
import { isRemote, openRemote, type RemoteOptions } from './remote.js';

export interface RandomAccess {
  readonly size: number;
  /** Reads up to `length` bytes at `position` into `buffer` at `at`; returns the number read, 0 at the end. */
  read(buffer: Uint8Array, at: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

export async function openBytes(path: string, options: RemoteOptions = {}): Promise<RandomAccess> {
  if (isRemote(path)) return await openRemote(path, options);
  const file = await open(path);
  return {
    size: (await file.stat()).size,
    read: async (buffer, at, length, position) => (await file.read(buffer, at, length, position)).bytesRead,
    close: () => file.close(),
  };
}

export interface ByteSource {
  readonly offset: number;
  /** The next `count` bytes, or fewer at the end; valid until the next call. */
  peek(count: number): Promise<Uint8Array>;
  skip(count: number): Promise<number>;
  /** True if the result of `peek` stays valid after the next call. */
  readonly isStable: boolean;
  /** Moves back to an earlier offset; returns false if the source does not support it. */
  rewind(offset: number): boolean;
}

export const WINDOW = 4 << 20;

export class FileSource implements ByteSource {
  readonly isStable = false;
  readonly #file: RandomAccess;
  readonly size: number;
  readonly #readSize: number;
  #window: Buffer;
  /** Offset in the file of the window's first byte, and number of bytes filled. */
  #start = 0;
  #filled = 0;
  #offset = 0;

  private constructor(file: RandomAccess, offset: number, readSize: number) {
    this.#file = file;
    this.size = file.size;
    this.#start = this.#offset = offset;
    this.#readSize = Math.min(readSize, WINDOW);
    this.#window = Buffer.allocUnsafeSlow(this.#readSize);
  }

  static async open(
    path: string,
    offset = 0,
    readSize = WINDOW,
    options: RemoteOptions = {},
  ): Promise<FileSource> {
    return new FileSource(await openBytes(path, options), offset, readSize);
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

  async first(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    return bytes.subarray(0, await this.#file.read(bytes, 0, count, 0));
  }

  /** The buffered bytes from the offset on; fills the window first if there are none. */
  async buffered(): Promise<Uint8Array> {
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

  /** Moves the window to the offset and fills it with at least `wanted` bytes, if the file has as many. */
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

  #resized(wanted: number): Buffer {
    const size = Math.max(this.#readSize, wanted);
    return size === this.#window.length ? this.#window : Buffer.allocUnsafeSlow(size);
  }
}

export class MemorySource implements ByteSource {
  readonly isStable = true;
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

export class StreamSource implements ByteSource {
  readonly isStable = true;
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

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

import { Tokenizer } from 'htmlparser2';

/** As much of htmlparser2's tokenizer as is touched here; all but the last two are its own affairs. */
interface Scanner {
  buffer: string;
  offset: number;
  index: number;
  fastForwardTo(code: number): boolean;
  write(chunk: string): void;
  end(): void;
}

const Base = Tokenizer as unknown as new (...options: ConstructorParameters<typeof Tokenizer>) => Scanner;

/** Nearer than this a loop finds a character sooner than a call into the engine does. */
const NEAR = 24;

const CHARACTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/**
 * The tokenizer with the engine's own search for "skip to the next such character", which it does one character at a
 * time: scripts and long attributes are half of a page, and tokenizing takes half the time so. Should a release no
 * longer ask for that method, this one is not called and nothing else changes.
 */
export class SearchingTokenizer extends Base {
  override fastForwardTo(code: number): boolean {
    const { buffer, offset } = this;
    let i = this.index - offset + 1;
    for (const near = Math.min(buffer.length, i + NEAR); i < near; i++) {
      if (buffer.charCodeAt(i) === code) {
        this.index = i + offset;
        return true;
      }
    }
    i = i < buffer.length ? buffer.indexOf(CHARACTERS[code]!, i) : -1;
    // Where there is none, the caller wants the index of the last character.
    this.index = offset + (i < 0 ? buffer.length - 1 : i);
    return i >= 0;
  }
}

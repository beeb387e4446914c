import { checkedUrl, FetchError, publicAddress } from '@webpith/fetch';
import { type Random, randomOf } from '../random.js';
import { jsonOf, lineOf, parsedInput, type Target } from './target.js';

/** An address in some spelling; `isInside` if it must be refused. */
interface Input {
  readonly spelling: string;
  readonly isInside: boolean;
}

/** Private networks: the first bytes, and how many of them are given. */
const INSIDE: readonly (readonly number[])[] = [
  [127],
  [10],
  [0],
  [192, 168],
  [172, 16],
  [172, 31],
  [169, 254],
  [169, 254, 169, 254],
  [100, 64],
  [100, 127],
  [198, 18],
  [224],
  [240],
  [255, 255, 255, 255],
];
const OUTSIDE: readonly (readonly number[])[] = [[8, 8, 8, 8], [1, 1, 1], [93, 184], [151, 101], [213]];

type Spell = (bytes: readonly number[], random: Random) => string;
const hex = (value: number, width = 0) => value.toString(16).padStart(width, '0');
const pair = (bytes: readonly number[], at: number) => hex(bytes[at]! * 256 + bytes[at + 1]!);
const whole = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const number = (value: number, random: Random) =>
  random.pick([
    String(value),
    `0x${hex(value)}`,
    `0X${hex(value).toUpperCase()}`,
    `0${value.toString(8)}`,
    `0x0000${hex(value)}`,
  ]);
const percent = (text: string) => [...text].map(sign => `%${hex(sign.charCodeAt(0), 2)}`).join('');
/** Digits and dots of other scripts that the URL parser normalises. */
const wide = (text: string) =>
  [...text]
    .map(sign => (sign === '.' ? '。' : /\d/.test(sign) ? String.fromCodePoint(0xff10 + Number(sign)) : sign))
    .join('');

const SPELLINGS: readonly Spell[] = [
  bytes => bytes.join('.'),
  bytes => `${bytes.join('.')}.`,
  (bytes, random) => number(whole(bytes), random),
  (bytes, random) => bytes.map(byte => number(byte, random)).join('.'),
  (bytes, random) => `${number(bytes[0]!, random)}.${number(whole(bytes.slice(1)), random)}`,
  (bytes, random) =>
    `${number(bytes[0]!, random)}.${number(bytes[1]!, random)}.${number(whole(bytes.slice(2)), random)}`,
  bytes => percent(bytes.join('.')),
  bytes => wide(bytes.join('.')),
  bytes => `[::ffff:${bytes.join('.')}]`,
  bytes => `[::ffff:${pair(bytes, 0)}:${pair(bytes, 2)}]`,
  bytes => `[0:0:0:0:0:FFFF:${pair(bytes, 0)}:${pair(bytes, 2)}]`,
  bytes => `[64:ff9b::${bytes.join('.')}]`,
];
/** Embeddings that are refused regardless of the embedded address. */
const REFUSED: readonly Spell[] = [
  bytes => `[::${bytes.join('.')}]`,
  bytes => `[2002:${pair(bytes, 0)}:${pair(bytes, 2)}::1]`,
  bytes => `[64:ff9b:1::${bytes.join('.')}]`,
  bytes => `[fe80::5efe:${bytes.join('.')}]`,
  (_, random) =>
    `[${random.pick(['::', '::1', 'fc00::', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1', '100::1', '3ffe::1'])}]`,
];

/** The network guard against every spelling of an address. */
export const addresses: Target = {
  name: 'addresses',
  about:
    'spellings of private and public addresses (decimal, octal, hexadecimal, short, percent, full-width, inside IPv6): none leads inside, the public ones pass',
  make(seed, n) {
    const random = randomOf(seed, n);
    const isInside = random.chance(0.7);
    const start = random.pick(isInside ? INSIDE : OUTSIDE);
    const bytes = [...start, ...Array.from({ length: 4 - start.length }, () => 1 + random.below(254))];
    const isRefused = random.chance(0.2);
    const spelling = random.pick(isRefused ? REFUSED : SPELLINGS)(bytes, random);
    return jsonOf({ spelling, isInside: isInside || isRefused } satisfies Input);
  },
  check(input) {
    const { spelling, isInside } = parsedInput(input) as Input;
    try {
      const { hostname } = checkedUrl(`http://${spelling}/`);
      const address = hostname.replace(/^\[|\]$/g, '');
      const reason = publicAddress(address);
      // Host names are checked when they are resolved.
      if (isInside && reason === undefined) return `${spelling} passed as ${address}`;
      if (!isInside && reason !== undefined) return `${spelling} was refused as ${address}: ${reason}`;
      return undefined;
    } catch (error) {
      if (error instanceof FetchError) return isInside ? undefined : `${spelling}: ${error.message}`;
      return lineOf(error);
    }
  },
};

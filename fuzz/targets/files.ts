import { extract, PithError } from 'webpith';
import { randomOf } from '../random.js';
import { mutated } from './mutate-bytes.js';
import { lineOf, type Target } from './target.js';

const part = (encoding: string, body: string) =>
  `Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Location: https://example.org/a\r\n\r\n${body}`;
const mhtml = (encoding: string, body: string) =>
  `From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b--1"\r\n\r\n\r\n--b--1\r\n${part(encoding, body)}\r\n--b--1\r\nContent-Type: multipart/alternative; boundary="b--2"\r\n\r\n--b--2\r\n${part('8bit', '<p>An inner part')}\r\n--b--2--\r\n--b--1--\r\n`;
const HTML =
  '<html><title>Saved</title><article><p>A page that somebody saved, with words enough to be read by another.</p></article>';

/** Files found in place of pages. */
const SEEDS = [
  mhtml('quoted-printable', HTML.replaceAll('=', '=3D').replace('words', 'wo=\r\nrds')),
  mhtml('base64', Buffer.from(HTML).toString('base64')),
  mhtml('8bit', HTML),
  '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'PK\x03\x04\x14\0\0\0\x08\0',
  '\x1f\x8b\x08\0\0\0\0\0\0\x03',
  'RIFF\x24\0\0\0WEBPVP8 ',
  HTML,
].map(seed => Buffer.from(seed, 'latin1'));

const WORDS = [
  '\r\n--b--1\r\n',
  '--b--1--',
  '--b--2',
  'Content-Type: text/html\r\n',
  'boundary=',
  'base64',
  '=\r\n',
  '=3',
  '\r\n\r\n',
  '<p>',
  '%PDF-',
  '\0\0',
];

export const files: Target = {
  name: 'files',
  about:
    'mutated MHTML, PDF, pictures, archives and noise where a page was expected: an article or a typed error with a remedy',
  make(seed, number) {
    const random = randomOf(seed, number);
    if (random.chance(0.1)) return Uint8Array.from({ length: random.below(4000) }, () => random.below(256));
    return mutated(random.pick(SEEDS), random, WORDS);
  },
  check(bytes) {
    for (const input of [bytes, Buffer.from(bytes).toString(), Buffer.from(bytes).toString('latin1')]) {
      try {
        const { text, html } = extract(input);
        if (typeof text !== 'string' || typeof html !== 'string') return 'no texts';
      } catch (error) {
        if (!(error instanceof PithError)) return lineOf(error);
        if (error.remedy === '') return `no remedy: ${error.message}`;
      }
    }
    return undefined;
  },
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryKind } from './binary.js';

describe('binaryKind', () => {
  it('takes text in every encoding for text', () => {
    const page = '<!doctype html><html><head><title>Страница 日本語</title></head><body><p>Text, 本文';
    const utf16 = Buffer.from(page, 'utf16le');
    expect(binaryKind(Buffer.from(page))).toBeUndefined();
    expect(binaryKind(utf16)).toBeUndefined();
    expect(binaryKind(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toBeUndefined();
    expect(binaryKind(Buffer.from(utf16).swap16())).toBeUndefined();
    expect(binaryKind(Buffer.from('<p>\u001b$B$3$l\u001b(B</p>', 'latin1'))).toBeUndefined();
    expect(binaryKind(new Uint8Array())).toBeUndefined();
  });

  it('takes windows-1251 and shift_jis bytes for text', () => {
    expect(binaryKind(Uint8Array.from({ length: 500 }, (_, index) => 0x80 + (index % 128)))).toBeUndefined();
  });

  it('names what it knows and sees noise', () => {
    expect(binaryKind(Buffer.from('GIF89a'))).toBe('a GIF image');
    expect(binaryKind(Buffer.from('\0\0\0 ftypheic', 'latin1'))).toMatch(/HEIC/);
    expect(binaryKind(Uint8Array.from({ length: 2048 }, (_, index) => index & 255))).toBe('binary data');
  });

  it('never fails', () => {
    fc.assert(fc.property(fc.uint8Array(), bytes => binaryKind(bytes) === undefined || bytes.length > 0));
  });
});

import { describe, expect, it } from 'vitest';
import { charsetOfContentType, declaredEncoding } from './encodings.js';

const declared = (html: string) => declaredEncoding(new TextEncoder().encode(html));

describe('declaredEncoding', () => {
  it.each([
    ['<meta charset=koi8-r>', 'koi8-r'],
    ['<META CHARSET = "Shift_JIS" />', 'shift_jis'],
    ["<meta name=x charset='gb2312'>", 'gbk'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', 'windows-1251'],
    ['<meta content="text/html;charset=\'big5\'" http-equiv=content-type>', 'big5'],
    ['<meta charset="utf-16be">', 'utf-8'],
    ['<meta charset="x-user-defined">', 'windows-1252'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    ['<!-- <meta charset=koi8-r> --><meta charset=euc-jp>', 'euc-jp'],
    ['<!--><meta charset=euc-kr>', 'euc-kr'],
    ['<a title="<meta charset=koi8-r>"><meta charset=big5>', 'big5'],
    ['<meta charset=klingon><meta charset=big5>', 'big5'],
  ])('reads %s', (html, encoding) => {
    expect(declared(html)).toBe(encoding);
  });

  it.each([
    '<meta content="text/html; charset=koi8-r">',
    '<metal charset=koi8-r>',
    '<!-- <meta charset=koi8-r>',
    '<meta name=description content="charset=koi8-r',
    '<meta charset=>',
    `${' '.repeat(1020)}<meta charset=koi8-r>`,
    '<'.repeat(1024),
    '',
  ])('finds nothing in %s', html => {
    expect(declared(html)).toBeUndefined();
  });
});

describe('charsetOfContentType', () => {
  it('reads quoted and bare values', () => {
    expect(charsetOfContentType('text/html; charset="utf-8"')).toBe('utf-8');
    expect(charsetOfContentType('text/html;CHARSET=big5; x=y')).toBe('big5');
    expect(charsetOfContentType('text/html')).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDate, parseDate } from './dates.js';

const FIFTH_OF_DECEMBER: readonly (readonly [language: string, line: string])[] = [
  ['en', 'Published December 5th, 2023'],
  ['en', 'Tue 5 Dec. 2023'],
  ['de', 'Veröffentlicht am 5. Dezember 2023, 10.15 Uhr'],
  ['fr', 'Publié le 5 décembre 2023 à 10h15'],
  ['es', '5 de diciembre de 2023'],
  ['pt', '5 de dezembro de 2023'],
  ['it', 'martedì 5 dicembre 2023'],
  ['nl', '5 december 2023'],
  ['sv', 'den 5 december 2023'],
  ['no', '5. desember 2023'],
  ['fi', '5. joulukuuta 2023'],
  ['et', '5. detsember 2023'],
  ['lt', '2023 m. gruodžio 5 d.'],
  ['pl', '5 grudnia 2023'],
  ['cs', '5. prosince 2023'],
  ['hr', '5. prosinca 2023.'],
  ['hu', '2023. december 5.'],
  ['ro', '5 decembrie 2023'],
  ['tr', '5 Aralık 2023'],
  ['ca', '5 de desembre de 2023'],
  ['id', '5 Desember 2023'],
  ['ru', '5 декабря 2023 г.'],
  ['uk', '5 грудня 2023 року'],
  ['bg', '5 декември 2023'],
  ['sr', '5. децембар 2023.'],
  ['el', '5 Δεκεμβρίου 2023'],
  ['ar', '٥ ديسمبر ٢٠٢٣'],
  ['ar', '5 كانون الأول 2023'],
  ['he', '5 בדצמבר 2023'],
  ['hi', '५ दिसंबर २०२३'],
  ['bn', '৫ ডিসেম্বর ২০২৩'],
  ['th', '5 ธันวาคม 2566'],
  ['th', '5 ธ.ค. 2566'],
  ['vi', 'Ngày 5 tháng 12, 2023'],
  ['ja', '公開日：2023年12月5日 10:15'],
  ['zh', '发布于２０２３年１２月５日'],
  ['ko', '입력 2023년 12월 5일'],
];

describe('findDate', () => {
  it.each(FIFTH_OF_DECEMBER)('reads a line in %s: %s', (language, line) => {
    expect(findDate(line, { language })).toBe('2023-12-05');
  });

  it('uses the order of the page only for ambiguous numbers', () => {
    expect(findDate('03/04/2020')).toBe('2020-03-04');
    expect(findDate('03/04/2020', { dayFirst: true })).toBe('2020-04-03');
    expect(findDate('03.04.2020')).toBe('2020-04-03');
    expect(findDate('25/04/2020')).toBe('2020-04-25');
    expect(findDate('5.12.23')).toBe('2023-12-05');
  });

  it('resolves ambiguous month names by the language', () => {
    expect(findDate('5 listopada 2023', { language: 'pl' })).toBe('2023-11-05');
    expect(findDate('5. listopada 2023', { language: 'hr' })).toBe('2023-10-05');
  });

  it('rejects impossible days and implausible years', () => {
    for (const line of [
      '31.02.2020',
      '2023-13-05',
      '0/0/2020',
      '5 December 1066',
      '5 May 2190',
      '12:30',
      'May 2023',
    ]) {
      expect(findDate(line)).toBeUndefined();
    }
  });

  it.each([
    'Tel. 030 12 34 56',
    '1945 1960 1980 2000',
    'Chapter 3, 2 of 12',
    'Room 12/3',
    'It may rain in 2023',
  ])('finds none in %s', line => {
    expect(findDate(line)).toBeUndefined();
  });
});

describe('parseDate', () => {
  it.each([
    ['2023-12-05T10:15:00+01:00', '2023-12-05T10:15:00+01:00'],
    ['2023-12-05T10:15:00.123Z', '2023-12-05T10:15:00Z'],
    ['2023-12-05T10:15:00+0100', '2023-12-05T10:15:00+01:00'],
    ['2023-12-05T10:15:00', '2023-12-05'],
    ['2023-12-05 10:15:00 -0500', '2023-12-05T10:15:00-05:00'],
    ['20231205T101500Z', '2023-12-05T10:15:00Z'],
    ['20231205', '2023-12-05'],
    ['Tue, 05 Dec 2023 10:15:00 GMT', '2023-12-05T10:15:00Z'],
    ['Tue Dec 05 2023 10:15:00 GMT+0100 (CET)', '2023-12-05T10:15:00+01:00'],
    ['Dec. 5, 2023 3:15 p.m. EST', '2023-12-05T15:15:00-05:00'],
    ['December 5, 2023 12:15 AM PST', '2023-12-05T00:15:00-08:00'],
    ['1701771300', '2023-12-05T10:15:00Z'],
    ['1701771300000', '2023-12-05T10:15:00Z'],
    ['1923-12-05', '1923-12-05'],
  ])('reads %s', (value, expected) => {
    expect(parseDate(value)).toBe(expected);
  });

  it.each([
    '',
    '2023',
    '0001-01-01T00:00:00Z',
    '1850-01-01',
    '9999-12-31',
    '2023-02-30',
    'yesterday',
    '99999999999999999',
  ])('rejects %s', value => {
    expect(parseDate(value)).toBeUndefined();
  });

  it('drops an impossible time', () => {
    expect(parseDate('2023-12-05T25:61:00Z')).toBe('2023-12-05');
  });

  it('returns an existing day or nothing for every text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d ./:TZ+,年月-]{0,40}$/)), text => {
        const date = parseDate(text);
        if (date === undefined) return;
        expect(date).toMatch(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?$/);
        expect(Number.isNaN(Date.parse(date))).toBe(false);
        expect(new Date(date.slice(0, 10)).toISOString().slice(0, 10)).toBe(date.slice(0, 10));
      }),
    );
  });

  it('parses every moment written in ISO 8601', () => {
    const moments = fc.date({
      min: new Date('1901-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, moment => {
        expect(parseDate(moment.toISOString())).toBe(`${moment.toISOString().slice(0, 19)}Z`);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonValues } from './json-mend.js';

describe('jsonValues', () => {
  it.each([
    ['a trailing comma', '{"a": [1, 2,], "b": 3,}', [{ a: [1, 2], b: 3 }]],
    ['a raw line break in a string', '{"a": "one\ntwo\tthree"}', [{ a: 'one two three' }]],
    ['a comment wrapper', '<!-- {"a": 1} -->', [{ a: 1 }]],
    ['a CDATA wrapper', '//<![CDATA[\n{"a": 1}\n//]]>', [{ a: 1 }]],
    ['several roots', '{"a": 1}\n{"b": 2}', [{ a: 1 }, { b: 2 }]],
    ['a semicolon behind', '{"a": 1};', [{ a: 1 }]],
    [
      'quotes inside a string',
      '{"a": "she said "yes" twice", "b": 1}',
      [{ a: 'she said "yes" twice', b: 1 }],
    ],
    ['an escape JSON does not know', String.raw`{"a": "it\'s"}`, [{ a: "it's" }]],
    ['quotes escaped for HTML', '{&quot;a&quot;: &quot;b &amp; c&quot;}', [{ a: 'b & c' }]],
    ['a missing end', '{"a": {"b": [1, 2', [{ a: { b: [1, 2] } }]],
    ['comments', '{"a": 1, /* two */ "b": 2}', [{ a: 1, b: 2 }]],
  ])('mends %s', (_, script, values) => {
    expect(jsonValues(script)).toEqual(values);
  });

  it('skips what cannot be repaired', () => {
    expect(jsonValues('window.data = undefined')).toEqual([]);
    expect(jsonValues('')).toEqual([]);
    expect(jsonValues('{"a": }')).toEqual([]);
  });

  it('parses valid JSON unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(jsonValues(JSON.stringify(value))).toEqual([JSON.parse(JSON.stringify(value))]);
      }),
    );
  });

  it('takes linear time for long runs of one character', () => {
    // Processor time, which does not depend on other programs.
    const before = process.cpuUsage();
    for (const piece of ['"', '{', '[{', '" ', ',', '/', '\\'])
      jsonValues(`{${piece.repeat(200_000 / piece.length)}`);
    jsonValues(`{"a": ${'"'.repeat(1000)}${' '.repeat(200_000)}`);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  });
});

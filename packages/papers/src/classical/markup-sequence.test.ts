import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { markupSequence, wordStarts } from './markup-sequence.js';

const pieces = (html: string) =>
  markupSequence(treeFromHtml(html)).map(({ kind, start, stop }) => `${kind} ${html.slice(start, stop)}`);

describe('markupSequence', () => {
  it('reads tags and texts in order', () => {
    expect(pieces('<p>a <a href="b>c">d</a><abbr>e</abbr></p>')).toEqual([
      'tag <p>',
      'text a ',
      'anchor <a href="b>c">',
      'text d',
      'anchor </a>',
      'tag <abbr>',
      'text e',
      'tag </abbr>',
      'tag </p>',
    ]);
  });

  it('separates scripts, comments and doctype from text', () => {
    expect(pieces('<!doctype html><!-- <b>x</b> --><script>1 < 2</script>t')).toEqual([
      'tag <!doctype html>',
      'unseen <!--',
      'unseen  <b>x</b> ',
      'unseen -->',
      'tag <script>',
      'unseen 1 < 2',
      'tag </script>',
      'text t',
    ]);
  });

  it('covers any source without gap or overlap', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href=x>',
      '</a>',
      '<!--',
      '-->',
      '<b title="',
      '">',
      "'",
      '<',
      '>',
      'x ',
      '\n',
      '<script>',
      '</script>',
      '<svg>',
      '<![CDATA[',
      ']]>',
      '<td>',
      '&lt;',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), parts => {
        const html = parts.join('');
        let at = 0;
        for (const { start, stop } of markupSequence(treeFromHtml(html))) {
          expect(start).toBe(at);
          at = stop;
        }
        expect(at).toBe(html.length);
      }),
    );
  });
});

describe('wordStarts', () => {
  it('cuts at white space, and around each character of a script without spaces', () => {
    expect(wordStarts(' one two,\u00a0three')).toEqual([1, 5, 10]);
    expect(wordStarts('中文abc字')).toEqual([0, 1, 2, 5]);
    expect(wordStarts(' \n')).toEqual([]);
  });
});

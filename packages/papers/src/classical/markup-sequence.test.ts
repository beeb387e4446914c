import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { markupSequence } from './markup-sequence.js';

const NAMES = ['tag', 'anchor', 'unseen', 'text'];

const pieces = (html: string) => {
  const { count, kind, start, stop } = markupSequence(treeFromHtml(html));
  return Array.from({ length: count }, (_, i) => `${NAMES[kind[i]!]} ${html.slice(start[i], stop[i])}`);
};

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
        const { count, start, stop } = markupSequence(treeFromHtml(html));
        let at = 0;
        for (let i = 0; i < count; i++) {
          expect(start[i]).toBe(at);
          at = stop[i]!;
        }
        expect(at).toBe(html.length);
      }),
    );
  });
});

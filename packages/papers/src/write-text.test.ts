import { isVisibleText } from '@webpith/lab/internals';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { collapsedLength, visibleLengths, writeText } from './write-text.js';

const visible = (html: string) => {
  const tree = treeFromHtml(html);
  return writeText(tree, node => (isVisibleText(tree, node) ? tree.text(node) : ''));
};

describe('writeText', () => {
  it('writes one line per block and merges inline elements', () => {
    expect(visible('<div>a<p>b <b>c</b>d</p>e</div><ul><li>f<li>g</ul>')).toBe('a\nb cd\ne\nf\ng');
  });

  it('collapses white space and breaks lines at br', () => {
    expect(visible('<p>\n one\t two&nbsp; <br>three </p>')).toBe('one two\nthree');
  });

  it('separates neighbours of omitted text', () => {
    const tree = treeFromHtml('<p>one<b> two </b>three<i>four</i>five</p>');
    const dropped = new Set([' two ', 'four']);
    expect(writeText(tree, node => (dropped.has(tree.text(node)) ? '' : tree.text(node)))).toBe(
      'one threefive',
    );
  });
});

describe('invisible text', () => {
  const tree = treeFromHtml('<p>one<script>code</script>two</p>');

  it('is on its own line if written, and does not interrupt a line otherwise', () => {
    expect(writeText(tree, node => tree.text(node))).toBe('one\ncode\ntwo');
    expect(writeText(tree, node => (isVisibleText(tree, node) ? tree.text(node) : ''))).toBe('onetwo');
  });
});

describe('lengths', () => {
  it('counts white space once and not at the ends', () => {
    expect(collapsedLength('  a \n b\u00a0c ')).toBe(5);
    expect(collapsedLength(' \n ')).toBe(0);
  });

  it('counts visible text only', () => {
    const tree = treeFromHtml(
      '<head><title>no</title></head><body><script>no()</script><p>yes &amp; no</p></body>',
    );
    expect(visibleLengths(tree).reduce((sum, length) => sum + length, 0)).toBe('yes & no'.length);
  });
});

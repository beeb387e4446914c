import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { allText, largestText, pruneRemove } from './all-text.js';
import { extractHtml } from './testing/extract-html.js';

const page = '<title>Page</title><script>let x</script><nav>Home</nav><p>Text</p>';

describe('TB', () => {
  it('returns every text node, including scripts and title', () => {
    expect(extractHtml(allText, page)).toBe('Page\nlet x\nHome\nText');
  });

  it('returns only visible text without the unseen', () => {
    expect(extractHtml(allText, page, false)).toBe('Home\nText');
  });
});

describe('PR', () => {
  const html = '<table><tr><td>a<b>b</b><p>c</p></td><td><cite>no</cite>d</td></tr></table><nav>e</nav>';
  const text = (html5: boolean) => pruneRemove(treeFromHtml(html), html5);

  it('returns all text left by removal and pruning, one per line', () => {
    expect(text(false)).toBe('ab c\nd\ne');
  });

  it('prunes HTML5 elements with the option', () => {
    expect(text(true)).toBe('ab c\nd');
  });
});

describe('largest text node', () => {
  it('returns the longest, the first of equals, and never a script', () => {
    const page = '<script>much longer than any text of it</script><p>seven one<b>x</b></p><p>seven two</p>';
    expect(extractHtml(largestText, page)).toBe('seven one');
  });

  it('does not count indentation', () => {
    expect(extractHtml(largestText, `<p>ab${' '.repeat(50)}cd</p><p>longer text</p>`)).toBe('longer text');
  });
});

import { describe, expect, it } from 'vitest';
import { largestText } from './largest-text.js';
import { extractHtml } from './testing/extract-html.js';

describe('largest text node', () => {
  it('takes the longest, the first among equals, and never a script', () => {
    const page = '<script>much longer than any text of it</script><p>seven one<b>x</b></p><p>seven two</p>';
    expect(extractHtml(largestText, page)).toBe('seven one');
  });

  it('does not count indentation', () => {
    expect(extractHtml(largestText, `<p>ab${' '.repeat(50)}cd</p><p>longer text</p>`)).toBe('longer text');
  });
});

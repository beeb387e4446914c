import { describe, expect, it } from 'vitest';
import { allText } from './all-text.js';
import { extractHtml } from './testing/extract-html.js';

const page = '<title>Page</title><script>let x</script><nav>Home</nav><p>Text</p>';

describe('TB', () => {
  it('takes every text node, scripts and title included', () => {
    expect(extractHtml(allText, page)).toBe('Page\nlet x\nHome\nText');
  });

  it('takes what is shown when unseen text is off', () => {
    expect(extractHtml(allText, page, { unseen: false })).toBe('Home\nText');
  });
});

import { describe, expect, it } from 'vitest';
import { generatedPages } from './made-up-sites.js';

describe('generated sites', () => {
  it('are reproducible, with different texts on every page', () => {
    expect(generatedPages(2, 3)).toEqual(generatedPages(2, 3));
    expect(new Set(generatedPages(2, 3).map(page => page.text)).size).toBe(3);
  });

  it('contain their gold', () => {
    for (const site of [0, 1, 2, 3, 4, 5]) {
      const [page] = generatedPages(site, 1);
      const html = new TextDecoder().decode(page!.html);
      for (const part of [page!.title!, ...page!.text!.split('\n')]) expect(html).toContain(part);
    }
  });
});

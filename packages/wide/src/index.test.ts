import { expect, it } from 'vitest';
import { extract } from 'webpith';
import { wide } from './index.js';

it('is a model that extracts', () => {
  const paragraphs = '<p>The tide is high at six, and the mill turns from then until noon.</p>'.repeat(5);
  const page = `<title>Tide</title><nav><a href="/">Home</a></nav><article><h1>Tide</h1>${paragraphs}</article>`;
  expect(wide.name).toBe('wide');
  expect(extract(page, { model: wide }).text).toContain('the mill turns');
});

import { expect, it } from 'vitest';
import { withoutStyles } from './refit.js';

const bare = (html: string) =>
  new TextDecoder().decode(withoutStyles({ id: 'p', html: new TextEncoder().encode(html) }).html);

it('forbids the styles of a page, and leaves a doctype first so that the browser uses the same mode', () => {
  expect(bare('<!-- saved --><!DOCTYPE html><p>Ten boats</p>')).toMatch(
    /^<!-- saved --><!DOCTYPE html><meta http-equiv="Content-Security-Policy"[^>]*><p>Ten boats<\/p>$/,
  );
  expect(bare('<p>Ten boats</p>')).toMatch(/^<meta [^>]*style-src 'none'[^>]*><p>/);
});

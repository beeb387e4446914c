import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtApp } from './testing/opened-app.js';

/** Of all screens together; what the first screen loads is far less, see shell/app.browser.test.ts. */
const MOST_KILOBYTES = 80;

describe('the built app', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await builtApp();
  });

  it('is small: all of its scripts together, compressed', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter(name => name.endsWith('.js'));
    // Examples are pages that are loaded when one tries them, not code.
    const code = scripts.filter(name => !/^(?:lighthouse|discussion|product)-/.test(name));
    const bytes = code.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(folder, 'assets', name))).length,
      0,
    );
    expect(code.length).toBeGreaterThan(2);
    expect(bytes / 1024).toBeLessThan(MOST_KILOBYTES);
  });

  it('needs no script or style within its page, and nothing from elsewhere', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|\son\w+=|style=|<script(?![^>]*\ssrc="\/)[^>]*>/);
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address![0])).toEqual(
      expect.not.arrayContaining(['h']),
    );
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtApp } from './testing/opened-app.js';

/** For all screens together; the first screen loads far less, see shell/app.browser.test.ts. */
const MOST_KILOBYTES = 80;

describe('the built app', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await builtApp();
  });

  it('has small scripts in total, compressed', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter(name => name.endsWith('.js'));
    // Examples are pages that are loaded on demand, not code.
    const code = scripts.filter(name => !/^(?:lighthouse|discussion|product|sites)-/.test(name));
    const bytes = code.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(folder, 'assets', name))).length,
      0,
    );
    expect(code.length).toBeGreaterThan(2);
    expect(bytes / 1024).toBeLessThan(MOST_KILOBYTES);
  });

  it('has no inline script or style, and loads nothing from other origins', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|\son\w+=|style=|<script(?![^>]*\ssrc="\/)[^>]*>/);
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address![0])).toEqual(
      expect.not.arrayContaining(['h']),
    );
  });
});

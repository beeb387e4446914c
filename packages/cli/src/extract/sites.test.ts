import { describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { PageSites } from './sites.js';

const pageOf = (subject: string) =>
  Buffer.from(`<h1>The ${subject}</h1><p>It was made of ${subject} wood.</p>`);

describe('the memories of the pages of a command', () => {
  it('are one per site, and one for all pages without a URL', () => {
    const sites = new PageSites();
    sites.addPage(pageOf('boat'), undefined, {});
    sites.addPage(pageOf('kite'), undefined, {});
    sites.addPage(pageOf('organ'), 'https://www.example.org/organ', {});
    sites.addArticle('https://m.example.org/oven', extract(pageOf('oven')));
    expect(sites.memoryOf(undefined).size).toBe(2);
    expect(sites.memoryOf('https://example.org/').size).toBe(2);
    expect(sites.memoryOf('https://other.example/').size).toBe(0);
  });

  it('leave out pages without content', () => {
    const sites = new PageSites();
    sites.addArticle('https://example.org/', extract('<title>404 Not Found</title><h1>404 Not Found</h1>'));
    expect(sites.memoryOf('https://example.org/').size).toBe(0);
  });
});

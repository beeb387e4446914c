import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { readMetadata } from './from-blocks.js';

function titleOf(head: string, body: string, url?: string) {
  const html = `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
  return readMetadata(blocksFromTree(treeFromHtml(html)), url === undefined ? {} : { url }).metadata.title;
}

describe('the title', () => {
  it('is the heading that equals the title element without the name of the site', () => {
    const title = titleOf(
      '<title>Storm over the coast | Coast News</title>',
      '<h1>Coast News</h1><h2>Storm over the coast</h2>',
    );
    expect(title).toMatchObject({ value: 'Storm over the coast', source: 'heading' });
  });

  it('is the heading even if the title element is written for search engines', () => {
    const head = '<title>Storm news 2023: all you need to know</title>';
    expect(titleOf(head, '<h1>Roofs lost in the storm</h1>')?.value).toBe('Roofs lost in the storm');
  });

  it('is the title element if the only heading is the name of the site', () => {
    const head =
      '<title>Storm over the coast - Coast News</title><meta property="og:site_name" content="Coast News">';
    expect(titleOf(head, '<h1><a href="/">Coast News</a></h1>')).toMatchObject({
      value: 'Storm over the coast',
      source: 'title-element',
    });
  });

  it('has no name of the site, even if the page does not declare it', () => {
    expect(titleOf('<title>Storm over the coast - The Harbour Gazette</title>', '')?.value).toBe(
      'Storm over the coast',
    );
    const url = 'https://www.kuestenblatt.example/storm';
    expect(titleOf('<title>Kuestenblatt: Sturm | Kuestenblatt</title>', '', url)?.value).toBe(
      'Kuestenblatt: Sturm',
    );
  });

  it('has no permalink symbol', () => {
    const link = '<a class="headerlink" href="#storm">¶</a>';
    expect(titleOf('<title>Storm - Manual</title>', `<h1 id="storm">Storm${link}</h1>`)?.value).toBe('Storm');
    expect(titleOf('<title>Learning C#</title>', '<h1>Learning C#</h1>')?.value).toBe('Learning C#');
  });

  it('has no kicker, subtitle or date of the heading', () => {
    const head = '<title>Storm over the coast</title>';
    expect(titleOf(head, '<h1><span class="kicker">Weather</span> Storm over the coast</h1>')?.value).toBe(
      'Storm over the coast',
    );
    expect(titleOf(head, '<h1>Storm over the coast <small>What we know</small></h1>')?.value).toBe(
      'Storm over the coast',
    );
    expect(titleOf(head, '<h1>5.12.2023 - Storm over the coast</h1>')?.value).toBe('Storm over the coast');
  });

  it('is not a hidden heading or one in the outskirts', () => {
    const body =
      '<h1 class="visually-hidden">Navigation</h1><aside><h1>More storms</h1></aside><div>Storm over the coast</div>';
    expect(titleOf('<title>Storm over the coast</title>', body)?.value).toBe('Storm over the coast');
  });

  it('is not that of an SVG', () => {
    expect(titleOf('', '<svg><title>Arrow</title></svg>')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { Groups } from '../groups/from-page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { type ItemOptions, Listing } from './from-groups.js';

function itemsOf(html: string, options: ItemOptions = { url: 'https://shop.example/c/' }) {
  const blocks = blocksFromTree(treeFromHtml(`<title>Lamps</title><body>${html}`));
  const facts = new Page(blocks, { url: options.url, title: 'Lamps', schemaTypes: [] });
  return new Listing(new Groups(facts)).items(options).map(({ node: _, blocks: __, ...item }) => item);
}

const NAV = `<nav><ul>${['Home', 'Shop', 'Lamps', 'Chairs', 'About us', 'Contact'].map(name => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></nav>`;

describe('entries of listings', () => {
  it('are read from a grid of products with lazy images and prices, not from the menu', () => {
    const card = (
      n: number,
    ) => `<div class="cell ${n % 2 ? 'odd' : 'even'}"><div class="card"><a href="/p/${n}"><img src="data:image/gif;base64,R0" data-src="/i/${n}.jpg" alt="Lamp ${n}"></a>
      <h3><a href="/p/${n}">Brass lamp ${n}</a></h3><del class="price old">€ 99,00</del><div class="price">€ 4${n},50</div><button>Add to cart</button></div></div>`;
    const html = `${NAV}<h1>Lamps</h1><div class="grid"><div class="row">${card(1)}${card(2)}</div><div class="row">${card(3)}${card(4)}</div></div><footer>${NAV}</footer>`;
    expect(itemsOf(html)).toEqual(
      [1, 2, 3, 4].map(n => ({
        title: `Brass lamp ${n}`,
        url: `https://shop.example/p/${n}`,
        image: `https://shop.example/i/${n}.jpg`,
        price: `€ 4${n},50`,
      })),
    );
  });

  it('are read from the index of a blog, with dates and summaries', () => {
    const entry = (
      n: number,
    ) => `<article class="post-${n} post hentry"><h2 class="entry-title"><a href="/b/${n}">Day ${n} on the dike</a></h2>
      <p class="meta">Posted on <time datetime="2022-03-0${n}">March ${n}, 2022</time></p><p>The wind had turned in the night, and on day ${n} the sheep stood with their backs to the sea.</p><a href="/b/${n}">Read more</a></article>`;
    expect(itemsOf(`${NAV}<h1>Lamps</h1><main>${[1, 2, 3].map(entry).join('')}</main>`)).toEqual(
      [1, 2, 3].map(n => ({
        title: `Day ${n} on the dike`,
        url: `https://shop.example/b/${n}`,
        published: `2022-03-0${n}`,
        summary: `The wind had turned in the night, and on day ${n} the sheep stood with their backs to the sea.`,
      })),
    );
  });

  it('may consist of several table rows', () => {
    const rows = [1, 2, 3, 4]
      .map(
        n =>
          `<tr class="athing"><td>${n}.</td><td class="title"><a href="https://example.org/${n}">A story about a lamp, told for the ${n}th time</a></td></tr><tr><td colspan="2" class="subtext"><a href="item?id=${n}">${n} hours ago</a> | <a href="item?id=${n}">${n} comments</a></td></tr><tr class="spacer"></tr>`,
      )
      .join('');
    expect(itemsOf(`<table><tbody>${rows}</tbody></table>`)).toEqual(
      [1, 2, 3, 4].map(n => ({
        title: `A story about a lamp, told for the ${n}th time`,
        url: `https://example.org/${n}`,
        published: `${n} hours ago`,
      })),
    );
  });

  it('are limited to the blocks that the caller marks as content', () => {
    const list = (name: string) =>
      `<ul class="${name}">${[1, 2, 3, 4, 5].map(n => `<li><a href="/${name}/${n}">The ${name} lamp of make number ${n}</a></li>`).join('')}</ul>`;
    const html = `<div>${list('red')}</div><section>${list('blue')}</section>`;
    const blocks = blocksFromTree(treeFromHtml(`<title>Lamps</title><body>${html}`));
    const kept = blocks.texts.map(text => (text.includes('blue') ? 1 : 0));
    expect(itemsOf(html, { kept }).map(item => item.url)).toEqual([1, 2, 3, 4, 5].map(n => `/blue/${n}`));
  });

  it('are absent from an article and from a page of menus', () => {
    const article =
      '<h1>Lamps</h1><p>Brass lamps were made in the town by the river for two hundred years.</p><p>The last workshop closed in the year of the great flood, when the river took it.</p>';
    expect(itemsOf(NAV)).toEqual([]);
    expect(itemsOf(NAV + article)).toEqual([]);
  });
});

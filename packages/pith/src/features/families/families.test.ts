import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { FEATURE_NAMES } from '../from-blocks.js';
import { Page, type PageHints } from '../page.js';

/** Reads features of a page by the text of a block and the name of the feature. */
function page(html: string, hints: Partial<PageHints> = {}) {
  const blocks = blocksFromTree(treeFromHtml(html));
  const heading = blocks.texts.indexOf(hints.title ?? '');
  const { rows, width } = new Page(blocks, { heading, schemaTypes: [], ...hints }).features;
  return (text: string, ...names: string[]) => {
    const block = blocks.texts.findIndex(own => own.startsWith(text));
    if (block < 0) throw new Error(`no block begins with “${text}”`);
    return names.map(name => {
      const column = FEATURE_NAMES.indexOf(name);
      if (column < 0) throw new Error(`no feature is called “${name}”`);
      return Math.round(rows[block * width + column]! * 1e4) / 1e4;
    });
  };
}

const PROSE = 'The ferry left the pier at noon, and nobody on it knew that the fog would come.';

describe('text', () => {
  it('measures the words of a block', () => {
    const at = page('<p>Go <a href=x>to Rome</a>, <b>now</b>! In 2020?</p><p>Go</p><p>Go</p>');
    expect(at('Go to', 'words', 'characters a word', 'link density', 'formatted share')).toEqual([
      6,
      4.1667, // 25 characters
      0.3333,
      0.1667,
    ]);
    expect(at('Go to', 'capital share')).toEqual([0.2308]);
    expect(at('Go to', 'sentence ends', 'sentence ends a word', 'symbols a word')).toEqual([2, 0.3333, 0]);
  });

  it('measures last characters, lines and copies', () => {
    const at = page('<p>“Yes,” he said:<p>1st<br>place.<p>why?<p>Ende)<p>same<p>same');
    expect(at('“Yes', 'last character', 'lines')).toEqual([2, 1]);
    expect(at('1st', 'last character', 'lines')).toEqual([5, 2]);
    expect(at('why', 'last character')).toEqual([4]);
    expect(at('Ende', 'last character')).toEqual([3]);
    expect(at('same', 'last character', 'copies on the page', 'copies before')).toEqual([1, 2, 0]);
  });
});

describe('keywords', () => {
  it('are searched in the block and in the heading above', () => {
    const at = page('<p>Before</p><h3>Related</h3><p>Share this</p><p>Plain</p>');
    expect(at('Share', 'own: share', 'own: related', 'heading: related')).toEqual([1, 0, 1]);
    expect(at('Plain', 'own: share', 'heading: related', 'heading: share')).toEqual([0, 1, 0]);
    expect(at('Before', 'own: share', 'heading: related')).toEqual([0, 0]);
    expect(at('Related', 'own: related', 'heading: related')).toEqual([1, 0]);
  });
});

describe('markup', () => {
  it('describes the element around the block', () => {
    const at = page(
      '<main><h2>Head</h2><ul><li hidden>Item<img><input></ul><pre>code</pre><p><a href=x>link</a></p></main>',
    );
    expect(at('Head', 'kind', 'heading level', 'tag')).toEqual([1, 2, 7]);
    expect(at('Item', 'kind', 'tag', 'hidden', 'images inside', 'controls inside')).toEqual([2, 1, 1, 1, 1]);
    expect(at('code', 'kind', 'tag', 'preformatted', 'wholly a link')).toEqual([4, 8, 1, 0]);
    expect(at('link', 'tag', 'preformatted', 'wholly a link', 'siblings')).toEqual([9, 0, 1, 4]);
  });

  it('orders elements by their likelihood of text', () => {
    const at = page(
      '<div>a</div><section>b</section><table><tr><td>c</table><dl><dd>d</dl><figcaption>e</figcaption><form>f</form>' +
        '<blockquote>g</blockquote>',
    );
    expect(Array.from('fabcedg', text => at(text, 'tag')[0])).toEqual([0, 2, 3, 4, 5, 6, 8]);
  });

  it('flags hidden text', () => {
    const at = page('<p aria-hidden=true>a</p><noscript><p>b</p></noscript>');
    expect(at('a', 'hidden', 'aria-hidden', 'in noscript')).toEqual([0, 1, 0]);
    expect(at('b', 'hidden', 'aria-hidden', 'in noscript')).toEqual([0, 0, 1]);
  });

  it('counts the steps up to telling tags', () => {
    const at = page(
      '<article><section><ul><li><div>deep</div></ul></section></article><footer>foot</footer>',
    );
    expect(at('deep', 'near: list item', 'near: list', 'near: section', 'near: article')).toEqual([
      1, 2, 3, 4,
    ]);
    expect(at('deep', 'near: footer', 'near: paragraph')).toEqual([40, 40]);
    expect(at('foot', 'near: footer', 'near: article')).toEqual([0, 40]);
  });
});

describe('names', () => {
  it('counts the steps up to the nearest element of a name group', () => {
    const at = page('<div class=sidebar><div id=related><p class=title>Look</p></div></div><p>far</p>');
    expect(at('Look', 'named: title', 'named: related', 'named: sidebar', 'named: footer')).toEqual([
      0, 1, 2, 40,
    ]);
    expect(at('far', 'named: title', 'named: related', 'named: sidebar')).toEqual([40, 40, 40]);
  });
});

describe('ancestors', () => {
  it('sum up the contents of the elements around', () => {
    const at = page(
      `<body><main><div><p>${PROSE}</p><p>Two <a href=x>words</a></p><img><input></div></main><p>One two</p></body>`,
    );
    expect(at('Two', 'up 1: words', 'up 1: share of page', 'up 1: link density', 'up 1: blocks')).toEqual([
      19, 0.9048, 0.0526, 2,
    ]);
    expect(at('Two', 'up 1: prose share', 'up 1: images a block', 'up 1: controls')).toEqual([
      0.8947, 0.5, 1,
    ]);
    expect(at('Two', 'up 3: words', 'up 3: share of page', 'up 6: words')).toEqual([21, 1, 21]);
  });

  it('find the nearest element of a size', () => {
    const at = page(`<body><main><div><p>${PROSE}</p>${`<p>${PROSE}</p>`.repeat(3)}</div></main></body>`);
    expect(at('The', '50+: steps', '50+: link density', '50+: prose share', '50+: words a block')).toEqual([
      1, 0, 1, 17,
    ]);
    expect(at('The', '200+: steps', '200+: words a block')).toEqual([4, 17]); // the document: 68 words are not 200
  });
});

describe('neighbours', () => {
  const at = page(`<div><h2>Head line</h2><p>${PROSE}</p><p>Yes. <a href=x>No</a></p></div><b>end</b>`);

  it('describe the blocks before and after', () => {
    expect(at('Head', '-1: words', '+1: words', '+1: sentence ends')).toEqual([-1, 17, 1]);
    expect(at('The', '-1: kind', '-1: level', '-1: same path', '+1: link density')).toEqual([1, 2, 0, 0.5]);
    expect(at('Yes', '-1: same path')).toEqual([1]);
    expect(at('end', '-1: words', '+1: words', '+1: level')).toEqual([2, -1, 0]);
  });

  it('sum up windows', () => {
    expect(at('The', '±3: words', '±3: link density', '±3: prose share')).toEqual([22, 0.0455, 0.7727]);
    expect(at('The', '±10: words')).toEqual([22]);
  });

  it('extend as far on either side as their name', () => {
    const nine = page('<p>1 a</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p><p>7</p><p>8 b c</p><p>9</p>');
    expect(nine('5', '±3: words', '±10: words')).toEqual([9, 12]); // blocks 2 to 8, and all
    expect(nine('4', '±3: words')).toEqual([8]); // 1 to 7
    expect(nine('9', '±3: words')).toEqual([6]); // 6 to 9
  });

  it('measure the distance to prose and to the next blocks', () => {
    expect(at('Head', 'blocks since prose', 'blocks until prose')).toEqual([200, 1]);
    expect(at('end', 'blocks since prose', 'blocks until prose')).toEqual([2, 200]);
    expect(at('Yes', 'steps up to the one before', 'steps up to the one after')).toEqual([1, 2]);
    expect(at('Head', 'steps up to the one before')).toEqual([40]);
  });
});

describe('places', () => {
  const at = page(
    `<header><p>Site</p></header><main><h1>Ferry aground</h1><p>${PROSE}</p><p>${PROSE}!</p><h3>More</h3><p>Tail end</p></main>`,
    { title: 'Ferry aground' },
  );

  it('measure from the title', () => {
    expect(at('Site', 'blocks since title', 'words since title', 'has title heading')).toEqual([-1, -1, 1]);
    expect(at('The', 'blocks since title', 'words since title')).toEqual([1, 2]);
    expect(at('The', 'steps up to title', 'steps down to title')).toEqual([1, 1]);
    const first = page('<h1>Top</h1><p>b</p>', { title: 'Top' });
    expect(first('b', 'blocks since title', 'words since title', 'has title heading')).toEqual([1, 1, 1]);
    expect(page('<p>a')('a', 'blocks since title', 'has title heading', 'steps up to title')).toEqual([
      -500, 0, 40,
    ]);
  });

  it('measure from the elements with most text', () => {
    expect(at('The', 'in top element', 'steps up to top', 'steps down to top', 'in trunk')).toEqual([
      1, 1, 0, 1,
    ]);
    expect(at('Site', 'in top element', 'steps up to top', 'steps down to top', 'in trunk')).toEqual([
      0, 2, 1, 0,
    ]);
  });

  it('measure from the beginning and the heading above', () => {
    expect(at('Tail', 'block share before', 'word share before')).toEqual([0.8333, 0.95]);
    expect(at('Tail', 'level of heading above', 'blocks since heading', 'words of heading above')).toEqual([
      3, 1, 1,
    ]);
    expect(at('Site', 'level of heading above', 'blocks since heading', 'steps up to heading')).toEqual([
      9, 500, 40,
    ]);
  });

  it('measure groups of blocks with the same path', () => {
    expect(at('Tail', 'path: blocks', 'path: words a block', 'path: share of words')).toEqual([3, 12, 0.9]);
    expect(at('Tail', 'parent path: blocks', 'parent path: link density')).toEqual([5, 0]);
  });
});

describe('outline', () => {
  it('counts headings since the title, articles and places of a kind', () => {
    const card = `<article><h2>Head</h2><p>${PROSE}</p></article>`;
    const at = page(`<h1>List</h1>${card}${card}<h1>Other</h1><p>last words</p>`, { title: 'List' });
    expect(at('List', 'headings since title', 'number of article')).toEqual([0, 0]);
    expect(at('Head', 'headings since title', 'headings like the title since', 'number of article')).toEqual([
      1, 0, 1,
    ]);
    expect(at('The', 'article share of prose', 'number in path', 'number in parent path')).toEqual([
      0.5, 0, 1,
    ]);
    const tail = at(
      'last',
      'first headings since title',
      'headings like the title since',
      'headings since title',
    );
    expect(tail).toEqual([1, 1, 3]);
    expect(at('last', 'number of article', 'article share of prose')).toEqual([0, -1]);
  });
});

describe('hints', () => {
  it("measure the overlap with the page's metadata", () => {
    const at = page('<p>The ferry was late</p><p>Menu</p>', {
      title: 'Ferry news',
      description: 'late ferry was',
      articleBody: 'When the ferry was late we walked.',
    });
    expect(at('The', 'share in title', 'share in description', 'share in article body')).toEqual([
      0.25, 0.75, 1,
    ]);
    expect(at('Menu', 'share in title', 'share in article body', 'has article body')).toEqual([0, 0, 1]);
  });
});

describe('page', () => {
  it('measures the page as a whole, equal for all its blocks', () => {
    const html = `<body><main><article class=post><h1>T</h1><p>${PROSE}</p><img></article></main><a href=x>Two words</a></body>`;
    const names = [
      'page: words',
      'page: blocks',
      'page: prose share',
      'page: link density',
      'page: headings',
    ];
    const at = page(html);
    expect(at('T', ...names)).toEqual([20, 3, 0.85, 0.1, 1]);
    expect(at('Two', ...names)).toEqual([20, 3, 0.85, 0.1, 1]);
    const more = ['page: article elements', 'page: has main', 'page: images a block', 'page: longest block'];
    expect(at('T', ...more, 'page named: post', 'page named: nav')).toEqual([1, 1, 0.3333, 17, 1, 0]);
  });

  it('uses the declared types of the page', () => {
    const declared = (hints: Partial<PageHints>) =>
      page('<p>a', hints)('a', 'og:type', 'schema: article', 'schema: product', 'schema: discussion');
    expect(declared({ ogType: 'article', schemaTypes: ['NewsArticle'] })).toEqual([3, 1, 0, 0]);
    expect(declared({ ogType: 'product.item', schemaTypes: ['Product', 'QAPage'] })).toEqual([2, 0, 1, 1]);
    expect(declared({ ogType: 'website' })).toEqual([1, 0, 0, 0]);
    expect(declared({})).toEqual([0, 0, 0, 0]);
  });

  it('parses the URL', () => {
    const at = (url?: string) =>
      page('<p>a', { url })(
        'a',
        ...[
          'address: news or blog',
          'address: shop',
          'address: discussion',
          'address: manual',
          'address: list',
        ],
        ...['address: depth', 'address: last part words', 'address: digits', 'address: has query'],
      );
    expect(at('https://x.org/2020/01/a-ferry_runs?page=2')).toEqual([1, 0, 0, 0, 0, 3, 3, 6, 1]);
    expect(at('https://x.org/shop/item/7')).toEqual([0, 1, 0, 0, 0, 3, 1, 1, 0]);
    expect(at('https://forum.x.org/tags')).toEqual([0, 0, 1, 0, 1, 1, 1, 0, 0]);
    expect(at('https://docs.x.org/#part')).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(at()).toEqual([0, 0, 0, 0, 0, -1, 0, 0, 0]);
  });
});

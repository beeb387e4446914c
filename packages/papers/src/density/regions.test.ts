import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { rankRegions } from './decide.js';
import { regionsOf, regionText } from './regions.js';
import { sdTree } from './sd-tree.js';

const letters = (count: number) => 'x'.repeat(count);
const regions = (html: string, t2: number) => regionsOf(sdTree(treeFromHtml(html)), t2);

describe('regionsOf', () => {
  it('prunes nodes of at most T2 characters, and merges the rest', () => {
    const html = `<div id=a><p>${letters(30)}</p><p>${letters(20)}</p><p>${letters(21)}</p></div>`;
    expect(regions(html, 20).map(({ density }) => density)).toEqual([51]);
    expect(regions(html, 19).map(({ density }) => density)).toEqual([71]);
    expect(regions(html, 30)).toEqual([]);
  });

  it('counts a short link inside a long paragraph as part of it', () => {
    const html = `<div><p>${letters(30)} <a href=x>link</a></p></div>`;
    expect(regions(html, 20)[0]!.density).toBe(34);
  });

  it('counts text directly in a strong node if that node is large enough', () => {
    const html = `<div>${letters(15)}<p>${letters(10)}</p></div>`;
    // The node has 25 characters and is valid; its paragraph of 10 is not.
    expect(regions(html, 20)[0]!.density).toBe(15);
  });

  it('keeps strong nodes separate: a list in an article is its own region', () => {
    const html = `<div id=a>${letters(50)}<ul id=l><li>${letters(40)}</li></ul></div>`;
    expect(regions(html, 20).map(({ id, density }) => [id, density])).toEqual([
      ['a', 50],
      ['l', 40],
    ]);
  });

  it('returns the features of §3.2', () => {
    const html = `<body><h2>T</h2><div id=a class="y  x">${letters(30)}</div>`;
    const [region] = regions(html, 20);
    expect(region).toMatchObject({ className: 'x y', id: 'a' });
    expect(region!.title?.difference).toBe(0);
  });

  it('returns the text of a region, one block per line, without other regions', () => {
    const sd = sdTree(
      treeFromHtml(
        '<div id=a>One <b>line</b>.<p>Two</p>three<br>four<div>other</div><script>no</script></div>',
      ),
    );
    const [region] = regionsOf(sd, 2);
    expect(regionText(sd, region!.node, 2)).toBe('One line.\nTwo\nthree\nfour');
  });
});

describe('rankRegions', () => {
  it('measures the distance from the densest region: equation 1', () => {
    const html = `<div>${letters(1000)}</div><div>${letters(900)}</div><div>${letters(50)}</div>`;
    expect(rankRegions(regions(html, 20)).map(({ dfm }) => dfm)).toEqual([0, 10, 95]);
  });

  it('groups regions by classes in any order; those without are single', () => {
    const boxes = ['class="a b"', 'class="b a"', 'class=c', '', '']
      .map(attribute => `<div ${attribute}>${letters(30)}</div>`)
      .join('');
    expect(rankRegions(regions(boxes, 20)).map(({ group }) => group)).toEqual([0, 0, 1, 2, 3]);
  });
});

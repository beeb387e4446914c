import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { Groups } from '../groups/from-page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { productFromGroups } from './from-groups.js';
import { currencyIn, findPrice } from './prices.js';

function productOf(html: string) {
  const blocks = blocksFromTree(treeFromHtml(`<title>Brass lamp</title><body>${html}`));
  return productFromGroups(new Groups(new Page(blocks, { title: 'Brass lamp', schemaTypes: [] })));
}

describe('prices', () => {
  it.each([
    ['€ 19,90', '€ 19,90'],
    ['Now only $1,299.00!', '$1,299.00'],
    ['ab 1.299,00 €', '1.299,00 €'],
    ['CHF 45.–', 'CHF 45'],
    ['249 kr', '249 kr'],
    ['Price: USD 20', 'USD 20'],
    ['12 lamps in stock', undefined],
    ['Model 2020', undefined],
  ])('reads %s', (text, price) => {
    expect(findPrice(text)).toBe(price);
  });

  it('names the currency as it is written', () => {
    expect(['€ 19,90', 'US$ 5', '249 kr', 'USD 20'].map(currencyIn)).toEqual(['€', 'US$', 'kr', 'USD']);
  });
});

describe('products', () => {
  it('have the shown price, not the former one, and the rows of the specification', () => {
    const html = `<h1>Brass lamp</h1><div class="price"><del>£ 80.00</del></div><div class="price">£ 64.00</div>
      <table class="specs"><tr><th>Height:</th><td>40 cm</td></tr><tr><th>Material</th><td>Brass</td></tr></table>
      <dl><dt>Weight</dt><dd>2 kg</dd><dt>Socket</dt><dd>E27</dd></dl>`;
    expect(productOf(html)).toEqual({
      price: '£ 64.00',
      currency: '£',
      specification: [
        ['Height', '40 cm'],
        ['Material', 'Brass'],
        ['Weight', '2 kg'],
        ['Socket', 'E27'],
      ],
    });
  });

  it('have the price of schema.org in the notation of the page', () => {
    const data = {
      '@graph': [
        { '@type': 'WebSite' },
        {
          '@type': 'Product',
          description: 'A lamp of brass.',
          offers: [{ '@type': 'Offer', price: 64, priceCurrency: 'GBP' }],
          additionalProperty: [{ '@type': 'PropertyValue', name: 'Height', value: '40 cm' }],
        },
      ],
    };
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const described = {
      currency: 'GBP',
      description: 'A lamp of brass.',
      specification: [['Height', '40 cm']],
    };
    expect(productOf(`${script}<h1>Brass lamp</h1><p>From £ 12.00</p><p>£ 64.00</p>`)).toEqual({
      price: '£ 64.00',
      ...described,
    });
    expect(productOf(`${script}<h1>Brass lamp</h1>`)).toEqual({ price: '64', ...described });
  });

  it('reads microdata', () => {
    const html =
      '<h1>Brass lamp</h1><div itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price" content="64.00">64,00 €</span></div>';
    expect(productOf(html)).toMatchObject({ price: '64,00 €', currency: 'EUR' });
  });

  it('ignore a single pair as layout', () => {
    expect(
      productOf('<h1>Brass lamp</h1><table><tr><td>Left</td><td>Right</td></tr></table>').specification,
    ).toEqual([]);
  });
});

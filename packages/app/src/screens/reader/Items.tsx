import { useState } from 'preact/hooks';
import type { ExtractedArticle } from '../../client/extract.js';
import { CheckField } from '../../ui/Field.js';
import { Table } from '../../ui/Table.js';
import { formatDate } from './dates.js';

type Item = NonNullable<ExtractedArticle['items']>[number];

/** The entries of a listing as cards; their pictures come when one asks for them. */
export function Items({ items }: { items: readonly Item[] }) {
  const [pictures, setPictures] = useState(false);
  const hasPictures = items.some(({ image }) => isSafePicture(image));
  return (
    <div class="stack">
      {hasPictures && <CheckField label="Show pictures" checked={pictures} onChecked={setPictures} />}
      <ul class="plain-list cards">
        {items.map((item, at) => (
          <li key={at} class="column box card">
            {pictures && isSafePicture(item.image) && (
              <img src={item.image} alt="" loading="lazy" referrerpolicy="no-referrer" />
            )}
            <h2>{isWeb(item.url) ? <Outward href={item.url!}>{item.title}</Outward> : item.title}</h2>
            {(item.price !== undefined || item.published !== undefined) && (
              <p class="card-facts">
                {item.price !== undefined && <strong>{item.price}</strong>}
                {item.published !== undefined && <span class="soft">{formatDate(item.published)}</span>}
              </p>
            )}
            {item.summary !== undefined && <p>{item.summary}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const isSafePicture = (address: string | undefined) => /^https:\/\//i.test(address ?? '');

/** What a product costs and is. */
export function ProductDetails({ product }: { product: NonNullable<ExtractedArticle['product']> }) {
  return (
    <div class="stack">
      {product.price !== undefined && (
        <p class="price">
          {product.price}{' '}
          {product.currency !== undefined && !product.price.includes(product.currency) && (
            <span class="soft small">{product.currency}</span>
          )}
        </p>
      )}
      {product.description !== undefined && <p>{product.description}</p>}
      <Table
        caption="Specification"
        columns={[
          { title: 'Property', cell: ([name]) => name },
          { title: 'Value', cell: ([, value]) => value },
        ]}
        rows={product.specification}
        rowKey={([name, value]) => `${name} ${value}`}
        empty="The page has no specification."
      />
    </div>
  );
}

const isWeb = (url: string | undefined) => url !== undefined && /^https?:\/\//i.test(url);

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

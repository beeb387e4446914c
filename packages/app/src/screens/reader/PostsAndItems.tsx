import { useState } from 'preact/hooks';
import type { ExtractedArticle } from '../../client/api.js';
import { toggled } from '../../client/state.js';
import { CheckField, OutwardLink } from '../../ui/controls.js';
import { Table } from '../../ui/layout.js';
import { counted, formatDate } from '../../ui/words.js';

type Post = NonNullable<ExtractedArticle['posts']>[number];

/** Deeper replies are not indented further, to leave room on narrow screens. */
const DEEPEST = 6;

export function PostList({ label, posts }: { label: string; posts: readonly Post[] }) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const depths = depthsOf(posts);
  const answers = answersOf(posts, depths);
  const hidden = new Set([...folded].flatMap(at => answers[at]!));
  return (
    <ol class="plain-list column thread" aria-label={label}>
      {posts.map(
        (post, at) =>
          !hidden.has(at) && (
            <li
              key={at}
              id={`post-${at}`}
              class={post.accepted ? 'post accepted' : 'post'}
              style={{ '--depth': String(Math.min(depths[at]!, DEEPEST)) }}
            >
              <PostHead post={post} at={at} posts={posts} depth={depths[at]!} />
              {post.text.split(/\n+/).map((line, paragraph) => (
                <p key={paragraph} dir="auto">
                  {line}
                </p>
              ))}
              {answers[at]!.length > 0 && (
                <button
                  type="button"
                  class="link small"
                  aria-expanded={!folded.has(at)}
                  onClick={() => setFolded(toggled(folded, at))}
                >
                  {folded.has(at) ? 'Show' : 'Hide'} {counted(answers[at]!.length, 'reply', 'replies')}
                </button>
              )}
            </li>
          ),
      )}
    </ol>
  );
}

interface PostHeadProps {
  readonly post: Post;
  readonly at: number;
  readonly posts: readonly Post[];
  readonly depth: number;
}

function PostHead({ post, at, posts, depth }: PostHeadProps) {
  const answered = post.parent === undefined ? undefined : posts[post.parent];
  // A reply directly below its post needs no link to it.
  const isFar = answered !== undefined && post.parent !== at - 1;
  return (
    <p class="post-head">
      <strong>
        <bdi>{post.author ?? 'Anonymous'}</bdi>
      </strong>
      {post.published !== undefined && <span class="soft">{formatDate(post.published)}</span>}
      {isFar && (
        <button
          type="button"
          class="link small"
          onClick={() => document.getElementById(`post-${post.parent}`)?.scrollIntoView({ block: 'center' })}
        >
          replies to {answered.author ?? `post ${post.parent! + 1}`}
        </button>
      )}
      {depth > 0 && <span class="unseen">, reply at level {depth}</span>}
      {post.votes !== undefined && <span class="soft small">{counted(post.votes, 'vote')}</span>}
      {post.accepted && <span class="badge">Accepted answer</span>}
      {post.url !== undefined && (
        <OutwardLink class="soft small" href={post.url}>
          #{post.number ?? at + 1}
        </OutwardLink>
      )}
    </p>
  );
}

/** Depth of each post, at least one more than that of the post it replies to. */
function depthsOf(posts: readonly Post[]): number[] {
  const depths: number[] = [];
  posts.forEach(({ depth, parent }, at) => {
    const above = parent !== undefined && parent < at ? depths[parent]! + 1 : 0;
    depths.push(Math.max(depth, above));
  });
  return depths;
}

function answersOf(posts: readonly Post[], depths: readonly number[]): number[][] {
  return posts.map((_, at) => {
    const beneath: number[] = [];
    for (let next = at + 1; next < posts.length && depths[next]! > depths[at]!; next++) beneath.push(next);
    return beneath;
  });
}

type Item = NonNullable<ExtractedArticle['items']>[number];

export function Items({ items }: { items: readonly Item[] }) {
  const [pictures, setPictures] = useState(false);
  const hasPictures = items.some(({ image }) => isSafePicture(image));
  return (
    <div class="stack">
      {hasPictures && <CheckField label="Show images" checked={pictures} onChecked={setPictures} />}
      <ul class="plain-list cards">
        {items.map((item, at) => (
          <li key={at} class="column box card">
            {pictures && isSafePicture(item.image) && (
              <img src={item.image} alt="" loading="lazy" referrerpolicy="no-referrer" />
            )}
            <h2>
              <OutwardLink href={item.url}>{item.title}</OutwardLink>
            </h2>
            {(item.price !== undefined || item.published !== undefined) && (
              <p class="card-facts">
                {item.price !== undefined && <strong>{item.price}</strong>}
                {item.published !== undefined && <span class="soft">{formatDate(item.published)}</span>}
              </p>
            )}
            {item.summary !== undefined && <p dir="auto">{item.summary}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const isSafePicture = (address: string | undefined) => /^https:\/\//i.test(address ?? '');

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

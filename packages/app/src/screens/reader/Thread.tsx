import type { ExtractedArticle } from '../../client/extract.js';
import { dateInWords } from './dates.js';

type Post = NonNullable<ExtractedArticle['posts']>[number];

/** Deeper answers stand no further in: on a narrow page nothing would be left of them. */
const DEEPEST = 6;

/** Comments or posts in order, answers set in beneath what they answer. */
export function Thread({ label, posts }: { label: string; posts: readonly Post[] }) {
  return (
    <ol class="thread" aria-label={label}>
      {posts.map((post, at) => (
        <li
          key={at}
          class={post.accepted ? 'post accepted' : 'post'}
          style={{ '--depth': String(Math.min(post.depth, DEEPEST)) }}
        >
          <p class="post-head">
            <strong>{post.author ?? 'Unnamed'}</strong>
            {post.published !== undefined && <span class="soft">{dateInWords(post.published)}</span>}
            {post.depth > 0 && <span class="unseen">, answer at level {post.depth}</span>}
            {post.accepted && <span class="badge">Accepted answer</span>}
          </p>
          {post.text.split(/\n+/).map((line, paragraph) => (
            <p key={paragraph}>{line}</p>
          ))}
        </li>
      ))}
    </ol>
  );
}

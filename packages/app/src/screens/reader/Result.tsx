import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExtractedArticle, ExtractResult } from '../../client/api.js';
import { isArticleMethod, useMethodTitle } from '../../page/methods.js';
import { hrefTo } from '../../shell/route.js';
import { Tabs } from '../../ui/layout.js';
import { counted, formatDate } from '../../ui/words.js';
import { About } from './About.js';
import { Article } from './Article.js';
import { type CorrectionControls, CorrectionsBar } from './corrections.js';
import { Highlights } from './highlights.js';
import { MethodChoice } from './MethodChoice.js';
import { Options, type ReaderOptions } from './Options.js';
import { Outputs } from './Outputs.js';
import { Items, PostList, ProductDetails } from './PostsAndItems.js';

export interface ResultProps {
  readonly view: string;
  /** A choice of `methodChoices`. */
  readonly method: string | undefined;
  readonly result: ExtractResult;
  readonly options: ReaderOptions;
  readonly onOptions: (options: ReaderOptions) => void;
  readonly isStale: boolean;
  readonly corrections: CorrectionControls;
  readonly inspect: string;
  readonly startAt: number | undefined;
  readonly onPosition: (textFirst: number | undefined) => void;
  readonly onRules: () => void;
  readonly onRender: (() => void) | undefined;
}

export function Result(props: ResultProps) {
  const { view, method, result, isStale, corrections, inspect, onRules } = props;
  const { article } = result;
  const [chosen, setChosen] = useState(() => initialTab(article));
  const parts = partsOf(props).filter(({ count }) => count !== 0);
  const shown = parts.find(({ name }) => name === chosen) ?? parts[0]!;
  const isArticle = shown.name === 'article';
  const isWhole = isArticleMethod(result.method);
  return (
    <div class="result" aria-busy={isStale}>
      {isArticle && <ReadingProgress />}
      <div class="result-main">
        <Head view={view} result={result} />
        <Tabs label="Parts of the result" tabs={parts} chosen={shown.name} onChoose={setChosen}>
          {shown.content()}
        </Tabs>
        {isWhole && (
          <CorrectionsBar view={view} site={siteOf(article)} corrections={corrections} onRules={onRules} />
        )}
      </div>
      <aside class="column result-side" aria-label="Details">
        <a class="button" href={inspect}>
          Inspect
        </a>
        {isArticle && <Outline drawn={result} />}
        {isWhole && <Options {...props} />}
        {isArticle && <Highlights view={view} article={article} drawn={result} />}
        <MethodChoice view={view} method={method} />
        <About result={result} onRules={onRules} />
      </aside>
    </div>
  );
}

function Head({ view, result: { article, method, modelName } }: Pick<ResultProps, 'view' | 'result'>) {
  const { readingTime: minutes } = article;
  const title = useMethodTitle(method);
  const byline = [
    ...article.authors,
    formatDate(article.published),
    minutes ? counted(minutes, 'minute') : '',
  ].filter(Boolean);
  return (
    <header class="column head">
      <h1 lang={article.language} dir={article.direction}>
        {article.title ?? article.url?.replace(/^https?:\/\//, '') ?? 'Page without a title'}
      </h1>
      {/* Isolates each name, so that one in a right-to-left script does not reorder its neighbours. */}
      <p class="byline" dir={article.direction}>
        {byline.map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </p>
      {modelName === undefined && method !== 'default' && (
        <p>
          <span class="badge">Extracted by: {title}</span>{' '}
          <a href={hrefTo('read', [], { view })}>Use the default</a>
        </p>
      )}
      {modelName !== undefined && (
        <p>
          <a
            class="badge"
            href={hrefTo('experiments')}
            title="The model in use. Change it under Experiments."
          >
            Extracted with your model {modelName}
          </a>
        </p>
      )}
    </header>
  );
}

/** Minimum number of items for a listing to open with its items; with fewer, it opens with the article. */
const LEAST_ITEMS = 3;

function initialTab({ type, posts = [], items = [], product }: ExtractedArticle): string {
  if (type === 'forum' && posts.length > 1) return 'posts';
  if ((type === 'listing' || type === 'collection') && items.length >= LEAST_ITEMS) return 'items';
  if (type === 'product' && product !== undefined) return 'product';
  return 'article';
}

function siteOf({ url }: ExtractedArticle): string | undefined {
  if (url === undefined || !/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).host.replace(/^www\./, '');
}

function partsOf(props: ResultProps) {
  const { comments = [], posts = [], items = [], product } = props.result.article;
  return [
    { name: 'article', title: 'Article', content: () => <Article {...props} /> },
    listOf('comments', 'Comments', comments),
    listOf('posts', 'Posts', posts),
    { name: 'items', title: 'Items', count: items.length, content: () => <Items items={items} /> },
    ...(product === undefined
      ? []
      : [{ name: 'product', title: 'Product', content: () => <ProductDetails product={product} /> }]),
    { name: 'outputs', title: 'Copy and download', content: () => <Outputs result={props.result} /> },
  ] as { name: string; title: string; count?: number; content: () => preact.JSX.Element }[];
}

const listOf = (name: string, title: string, posts: NonNullable<ExtractedArticle['posts']>) => ({
  name,
  title,
  count: posts.length,
  content: () => <PostList label={title} posts={posts} />,
});

/** Runs at once and whenever the window scrolls. */
function useScroll(follow: () => void, inputs: readonly unknown[]): void {
  useEffect(() => {
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, inputs);
}

function ReadingProgress() {
  const bar = useRef<HTMLDivElement>(null);
  useScroll(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const share = scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 1;
    bar.current?.style.setProperty('--share', String(Math.min(1, share)));
  }, []);
  return <div ref={bar} class="reading-progress" aria-hidden="true" />;
}

interface OutlineEntry {
  readonly text: string;
  readonly level: number;
  readonly element: HTMLElement;
}

const LEAST_HEADINGS = 2;
/** Distance in pixels from the top of the window within which a heading begins the current section. */
const SECTION_TOP = 120;

function Outline({ drawn }: { drawn: unknown }) {
  const [entries, setEntries] = useState<readonly OutlineEntry[]>([]);
  const [current, setCurrent] = useState(-1);
  useScroll(
    () =>
      setCurrent(entries.findLastIndex(({ element }) => element.getBoundingClientRect().top < SECTION_TOP)),
    [entries],
  );
  useEffect(() => {
    const headings = [...document.querySelectorAll<HTMLElement>('.prose :is(h1,h2,h3,h4,h5,h6)')];
    setEntries(
      headings.map(element => ({
        element,
        text: (element.textContent ?? '').trim(),
        level: Number(element.localName[1]),
      })),
    );
  }, [drawn]);
  if (entries.length < LEAST_HEADINGS) return null;
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <nav class="column article-outline" aria-label="Outline">
      <h2 class="minor">Outline</h2>
      <ol class="plain-list column">
        {entries.map(({ text, level, element }, at) => (
          <li key={at} style={{ '--depth': String(level - top) }}>
            <button
              type="button"
              class="link"
              dir="auto"
              aria-current={at === current ? 'location' : undefined}
              onClick={() => {
                element.tabIndex = -1;
                element.focus({ preventScroll: true });
                element.scrollIntoView({ block: 'start' });
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { useState } from 'preact/hooks';
import type { ExtractedArticle, ExtractResult } from '../../client/extract.js';
import { hrefTo } from '../../shell/route.js';
import { Tabs } from '../../ui/Tabs.js';
import { About } from './About.js';
import { Article } from './Article.js';
import { dateInWords } from './dates.js';
import { Items, ProductFacts } from './Items.js';
import { MarkWrongButton } from './MarkWrongButton.js';
import { Options } from './Options.js';
import { Outputs } from './Outputs.js';
import { Thread } from './Thread.js';
import type { ReaderOptions } from './wishes.js';

interface Props {
  readonly view: string;
  readonly result: ExtractResult;
  readonly options: ReaderOptions;
  readonly onOptions: (options: ReaderOptions) => void;
  readonly isStale: boolean;
}

/** Everything that came of a page: the article and its other parts, and beside them what is known about it. */
export function Result(props: Props) {
  const { view, result, options, onOptions, isStale } = props;
  const [chosen, setChosen] = useState('article');
  const parts = partsOf(props).filter(({ count }) => count !== 0);
  const shown = parts.find(({ name }) => name === chosen) ?? parts[0]!;
  return (
    <div class="result" aria-busy={isStale}>
      <div class="result-main">
        <Head article={result.article} />
        <Tabs label="Parts of the result" tabs={parts} chosen={shown.name} onChoose={setChosen}>
          {shown.content()}
        </Tabs>
      </div>
      <aside class="result-side" aria-label="Details">
        <div class="row">
          <a class="button" href={hrefTo('inspect', [], { view })}>
            Inspect
          </a>
          <MarkWrongButton view={view} />
        </div>
        <Options options={options} onOptions={onOptions} />
        <About result={result} />
      </aside>
    </div>
  );
}

function Head({ article }: { article: ExtractedArticle }) {
  const byline = [article.authors.join(', '), dateInWords(article.published)].filter(Boolean).join(' · ');
  return (
    <header class="head">
      <h1 lang={article.language} dir={article.direction}>
        {article.title ?? 'Page without a title'}
      </h1>
      {byline !== '' && <p class="byline">{byline}</p>}
    </header>
  );
}

function partsOf({ view, result, options }: Props) {
  const { comments = [], posts = [], items = [], product } = result.article;
  return [
    {
      name: 'article',
      title: 'Article',
      content: () => <Article view={view} result={result} options={options} />,
    },
    {
      name: 'comments',
      title: 'Comments',
      count: comments.length,
      content: () => <Thread label="Comments" posts={comments} />,
    },
    {
      name: 'posts',
      title: 'Posts',
      count: posts.length,
      content: () => <Thread label="Posts" posts={posts} />,
    },
    { name: 'items', title: 'Items', count: items.length, content: () => <Items items={items} /> },
    ...(product === undefined
      ? []
      : [{ name: 'product', title: 'Product', content: () => <ProductFacts product={product} /> }]),
    { name: 'outputs', title: 'Copy and download', content: () => <Outputs result={result} /> },
  ] as { name: string; title: string; count?: number; content: () => preact.JSX.Element }[];
}

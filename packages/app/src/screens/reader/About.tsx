import type { ComponentChildren } from 'preact';
import type { ExtractedArticle, ExtractResult } from '../../client/extract.js';
import { putRules } from '../../client/site-rules.js';
import { toast } from '../../ui/toast.js';
import { confidenceInWords } from './confidence.js';
import { dateInWords } from './dates.js';

/** Where a field was found, as one would say it. */
const SOURCES: Readonly<Record<string, string>> = {
  'json-ld': 'JSON-LD',
  'open-graph': 'Open Graph',
  'dublin-core': 'Dublin Core',
  meta: 'a meta tag',
  microdata: 'microdata',
  rdfa: 'RDFa',
  twitter: 'a Twitter card',
  heading: 'a heading',
  'title-element': 'the title tag',
  byline: 'the byline',
  'date-line': 'the date line',
  time: 'a time tag',
  link: 'a link tag',
  'html-lang': 'the lang attribute',
  'html-dir': 'the dir attribute',
  language: 'its language',
  'rel-author': 'an author link',
  'rel-license': 'a licence link',
  url: 'its address',
};

interface Row {
  readonly title: string;
  /** The field of the article, to look its source up. */
  readonly field: string;
  readonly value: (article: ExtractedArticle) => ComponentChildren;
}

const ROWS: readonly Row[] = [
  { title: 'Title', field: 'title', value: ({ title }) => title },
  { title: 'Authors', field: 'authors', value: ({ authors }) => authors.join(', ') },
  { title: 'Published', field: 'published', value: ({ published }) => dateInWords(published) },
  { title: 'Modified', field: 'modified', value: ({ modified }) => dateInWords(modified) },
  { title: 'Site', field: 'siteName', value: ({ siteName }) => siteName },
  { title: 'Section', field: 'section', value: ({ section }) => section },
  { title: 'Description', field: 'description', value: ({ description }) => description },
  { title: 'Language', field: 'language', value: ({ language }) => languageInWords(language) },
  { title: 'Tags', field: 'tags', value: ({ tags = [] }) => tags.join(', ') },
  { title: 'Licence', field: 'license', value: ({ license }) => license },
  { title: 'Address', field: 'canonicalUrl', value: ({ canonicalUrl, url }) => address(canonicalUrl ?? url) },
  { title: 'Lead image', field: 'image', value: ({ image }) => address(image) },
  {
    title: 'Free to read',
    field: 'paywalled',
    value: ({ paywalled }) => (paywalled === undefined ? '' : paywalled ? 'No' : 'Yes'),
  },
];

/** What is known about the page and about how well it was extracted. */
export function About({ result, onRules }: { result: ExtractResult; onRules: () => void }) {
  const { article } = result;
  const rows = ROWS.map(row => ({ ...row, shown: row.value(article) })).filter(({ shown }) => Boolean(shown));
  return (
    <section class="about" aria-labelledby="about-title">
      <h2 id="about-title">About this page</h2>
      {article.confidence !== undefined && <Confidence confidence={article.confidence} />}
      <dl class="facts">
        {article.type !== undefined && <Fact title="Page type">{typeInWords(article)}</Fact>}
        {rows.map(({ title, field, shown }) => (
          <Fact key={title} title={title} source={article.sources?.[field]}>
            {shown}
          </Fact>
        ))}
        {result.siteRules !== undefined && (
          <Fact title="Site rules">
            <SiteRules rules={result.siteRules} onRules={onRules} />
          </Fact>
        )}
        <Fact title="Made by">
          {result.modelName ?? result.method}, {result.ms < 10 ? result.ms.toFixed(1) : Math.round(result.ms)}{' '}
          ms, {(result.bytes / 1024).toFixed(result.bytes < 10_240 ? 1 : 0)} KB read
        </Fact>
      </dl>
    </section>
  );
}

/** The rules that were applied, and the way to take them back in one click. */
function SiteRules({ rules: applied, onRules }: { rules: AppliedRules; onRules: () => void }) {
  const { site, rules } = applied;
  const whole = { keep: rules.keep ?? [], drop: rules.drop ?? [] };
  const put = (next: typeof whole) => putRules({ site, rules: next }).then(onRules, toast);
  const takeBack = () =>
    void put({ keep: [], drop: [] }).then(() =>
      toast(`The rules of ${site} are taken back.`, { label: 'Undo', run: () => void put(whole) }),
    );
  return (
    <>
      {whole.drop.map(selector => (
        <span key={selector}>
          without <code>{selector}</code>{' '}
        </span>
      ))}
      {whole.keep.map(selector => (
        <span key={selector}>
          with <code>{selector}</code>{' '}
        </span>
      ))}
      on {site}{' '}
      <button type="button" class="link" onClick={takeBack}>
        Take back
      </button>
    </>
  );
}

type AppliedRules = NonNullable<ExtractResult['siteRules']>;

function Fact({
  title,
  source,
  children,
}: {
  title: string;
  source?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {children}
        {source !== undefined && <span class="source"> from {SOURCES[source] ?? source}</span>}
      </dd>
    </div>
  );
}

/** How sure the extraction is, in words and as a bar. */
function Confidence({ confidence }: { confidence: number }) {
  const { words, kind } = confidenceInWords(confidence);
  const percent = Math.round(confidence * 100);
  return (
    <div class={`confidence ${kind}`}>
      <div class="spread">
        <span class="confidence-words">{words}</span>
        <span class="figure soft">{percent} %</span>
      </div>
      <meter min={0} max={100} low={50} high={75} optimum={100} value={percent} aria-label="Confidence" />
    </div>
  );
}

function typeInWords({ type, types = {} }: ExtractedArticle): string {
  const share = type === undefined ? undefined : types[type];
  return share === undefined ? (type ?? '') : `${type} (${Math.round(share * 100)} %)`;
}

function languageInWords(language: string | undefined): string {
  if (language === undefined) return '';
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

function address(url: string | undefined): ComponentChildren {
  if (url === undefined || !/^https?:\/\//i.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\//i, '')}
    </a>
  );
}

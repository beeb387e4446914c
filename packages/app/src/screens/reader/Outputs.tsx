import { useState } from 'preact/hooks';
import { escapeText, frontMatter } from 'webpith/stages';
import type { ExtractedArticle, ExtractResult } from '../../client/api.js';
import { useStoredState } from '../../client/state.js';
import { CheckField, CopyButton, DownloadButton, Segments } from '../../ui/controls.js';

interface Output {
  readonly value: string;
  readonly title: string;
  readonly extension: string;
  readonly type: string;
  readonly of: (result: ExtractResult) => string | undefined;
  /** Adds title, authors, date and address to formats that lack them. */
  readonly withHead?: (text: string, result: ExtractResult) => string;
}

const OUTPUTS: readonly Output[] = [
  {
    value: 'text',
    title: 'Text',
    extension: 'txt',
    type: 'text/plain',
    of: ({ outputs }) => outputs?.text,
    withHead: (text, { article }) => textHead(article) + text,
  },
  {
    value: 'markdown',
    title: 'Markdown',
    extension: 'md',
    type: 'text/markdown',
    of: ({ outputs }) => outputs?.markdown,
    withHead: (text, { article }) => markdownHead(article) + text,
  },
  {
    value: 'html',
    title: 'HTML',
    extension: 'html',
    type: 'text/html',
    of: ({ outputs }) => outputs?.html,
    withHead: (text, { article }) => htmlPage(article, text),
  },
  {
    value: 'json',
    title: 'JSON',
    extension: 'json',
    type: 'application/json',
    of: ({ article }) => JSON.stringify(article, null, 2),
  },
  {
    value: 'tei',
    title: 'TEI',
    extension: 'xml',
    type: 'application/xml',
    of: ({ outputs }) => outputs?.tei,
  },
];

export function Outputs({ result }: { result: ExtractResult }) {
  const [chosen, setChosen] = useState('markdown');
  const [{ head }, setHead] = useStoredState('exports', { head: true });
  const there = OUTPUTS.map(output => {
    const text = output.of(result);
    const whole = head && text !== undefined ? output.withHead?.(text, result) : undefined;
    return { ...output, text: whole ?? text };
  }).filter((output): output is typeof output & { text: string } => output.text !== undefined);
  const shown = there.find(({ value }) => value === chosen) ?? there[0];
  if (shown === undefined) return <p class="empty">This method produces no text.</p>;
  return (
    <div class="stack">
      <div class="spread">
        <Segments label="Format" value={shown.value} choices={there} onValue={setChosen} />
        <div class="row">
          <CheckField
            label="With title, authors, date and address"
            checked={head}
            onChecked={on => setHead({ head: on })}
          />
          <CopyButton text={shown.text} />
          <DownloadButton
            content={shown.text}
            name={`${fileName(result.article)}.${shown.extension}`}
            type={shown.type}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section class="output" tabIndex={0} aria-label={`${shown.title} of the article`}>
        <pre>{shown.text === '' ? '(empty)' : shown.text}</pre>
      </section>
    </div>
  );
}

export function fileName({ title = 'article' }: ExtractedArticle): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['article'];
  return words.slice(0, 8).join('-').slice(0, 80);
}

const addressOf = ({ canonicalUrl, url }: ExtractedArticle) => canonicalUrl ?? url;

/** YAML front matter with title, authors, date and address. */
export function markdownHead(article: ExtractedArticle): string {
  return frontMatter(article, addressOf(article));
}

/** Title, authors, date and address as lines before plain text. */
export function textHead(article: ExtractedArticle): string {
  const { title, authors, published } = article;
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(', ');
  const lines = [title, byline, addressOf(article)].filter(Boolean);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

export function htmlPage(article: ExtractedArticle, body: string): string {
  const { title = 'Article', authors, published, language = '' } = article;
  const address = addressOf(article);
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(' · ');
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeText(title)}</title>`,
    ...authors.map(name => `<meta name="author" content="${escapeText(name)}">`),
    ...(published === undefined ? [] : [`<meta name="date" content="${escapeText(published)}">`]),
    ...(address === undefined ? [] : [`<link rel="canonical" href="${escapeText(address)}">`]),
  ];
  const top = [
    `<h1>${escapeText(title)}</h1>`,
    byline === '' ? '' : `<p>${escapeText(byline)}</p>`,
    address === undefined ? '' : `<p><a href="${escapeText(address)}">${escapeText(address)}</a></p>`,
  ];
  return `<!doctype html>\n<html lang="${escapeText(language)}">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${top
    .filter(Boolean)
    .join('\n')}\n${body}\n</body>\n</html>\n`;
}

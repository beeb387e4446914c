import { useState } from 'preact/hooks';
import { escapeText, frontMatter } from 'webpith/stages';
import type { ExtractedArticle, ExtractResult } from '../../client/api.js';
import { useStoredState } from '../../client/state.js';
import { CheckField, CopyButton, DownloadButton, Segments } from '../../ui/controls.js';

const FORMATS = [
  { value: 'text', title: 'Text', extension: 'txt', type: 'text/plain' },
  { value: 'markdown', title: 'Markdown', extension: 'md', type: 'text/markdown' },
  { value: 'html', title: 'HTML', extension: 'html', type: 'text/html' },
  { value: 'json', title: 'JSON', extension: 'json', type: 'application/json' },
  { value: 'tei', title: 'TEI', extension: 'xml', type: 'application/xml' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

const WITH_HEAD: Partial<Record<Format, (article: ExtractedArticle, text: string) => string>> = {
  text: (article, text) => textHead(article) + text,
  markdown: (article, text) => markdownHead(article) + text,
  html: htmlPage,
};

function textIn(format: Format, { article, outputs }: ExtractResult, hasHead: boolean): string | undefined {
  const text = format === 'json' ? JSON.stringify(article, null, 2) : outputs?.[format];
  const withHead = hasHead ? WITH_HEAD[format] : undefined;
  return text === undefined ? undefined : (withHead?.(article, text) ?? text);
}

export function Outputs({ result }: { result: ExtractResult }) {
  const [chosen, setChosen] = useState<Format>('markdown');
  const [{ head }, setHead] = useStoredState('exports', { head: true });
  const there = FORMATS.flatMap(format => {
    const text = textIn(format.value, result, head);
    return text === undefined ? [] : [{ ...format, text }];
  });
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
          <span class="row">
            <CopyButton text={shown.text} />
            <DownloadButton
              content={shown.text}
              name={`${fileName(result.article)}.${shown.extension}`}
              type={shown.type}
            />
          </span>
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

export function markdownHead(article: ExtractedArticle): string {
  return frontMatter(article, addressOf(article));
}

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

import type { ComponentChildren } from 'preact';
import { ABOUT, type FieldKind, namesIn } from 'webpith/stages';
import type { ExtractedArticle, ExtractResult } from '../../client/api.js';
import { useMethodTitle } from '../../page/methods.js';
import { OutwardLink } from '../../ui/controls.js';
import { counted, describeConfidence, formatDate } from '../../ui/words.js';
import { applyRules } from '../feedback/RuleChanges.js';

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

const SHOWN = namesIn(ABOUT).flatMap(name => {
  const { kind, label }: { kind: FieldKind; label?: string } = ABOUT[name];
  return label === undefined ? [] : [{ name, kind, label }];
});

const FORMATS: Partial<Record<FieldKind, (value: never) => ComponentChildren>> = {
  strings: (list: readonly string[]) => list.join(', '),
  time: formatDate,
  language: formatLanguage,
  link: formatLink,
  media: formatLink,
  boolean: (yes: boolean) => (yes ? 'Yes' : 'No'),
};

function shownFields(article: ExtractedArticle) {
  return SHOWN.flatMap(({ name, kind, label }) => {
    const value = article[name] ?? (name === 'canonicalUrl' ? article.url : undefined);
    const shown = value === undefined ? '' : (FORMATS[kind]?.(value as never) ?? String(value));
    return shown === '' ? [] : [{ name, label, shown }];
  });
}

export function About({ result, onRules }: { result: ExtractResult; onRules: () => void }) {
  const { article } = result;
  const method = useMethodTitle(result.method);
  return (
    <section class="column about" aria-labelledby="about-title">
      <h2 id="about-title" class="minor">
        About this page
      </h2>
      {article.confidence !== undefined && <Confidence confidence={article.confidence} />}
      <dl class="column facts">
        {article.type !== undefined && <Row title="Page type">{formatType(article)}</Row>}
        {shownFields(article).map(({ name, label, shown }) => (
          <Row key={name} title={label} source={article.sources?.[name]}>
            {shown}
          </Row>
        ))}
        {result.siteRules !== undefined && (
          <Row title="Site rules">
            <SiteRules rules={result.siteRules} onRules={onRules} />
          </Row>
        )}
        {result.notes?.length ? <Row title="About the method">{result.notes.join('; ')}</Row> : null}
        <Row title="Extracted by">
          {result.modelName ?? method}, {result.ms < 10 ? result.ms.toFixed(1) : Math.round(result.ms)} ms,{' '}
          {formatSize(result.bytes)} read
        </Row>
      </dl>
    </section>
  );
}

function SiteRules({ rules: { site, rules }, onRules }: SiteRulesProps) {
  const complete = { keep: rules.keep ?? [], drop: rules.drop ?? [] };
  const change = { site, before: complete, rules: { keep: [], drop: [] } };
  const remove = () => void applyRules(change, `The rules of ${site} were removed.`, onRules);
  return (
    <>
      {[...complete.drop, ...complete.keep].map((selector, at) => (
        <span key={selector}>
          {at < complete.drop.length ? 'without' : 'with'} <code>{selector}</code>{' '}
        </span>
      ))}
      on {site}{' '}
      <button type="button" class="link" onClick={remove}>
        Remove the rules
      </button>
    </>
  );
}

interface SiteRulesProps {
  readonly rules: NonNullable<ExtractResult['siteRules']>;
  readonly onRules: () => void;
}

interface RowProps {
  readonly title: string;
  readonly source?: string | undefined;
  readonly children: ComponentChildren;
}

function Row({ title, source, children }: RowProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <bdi>{children}</bdi>
        {source !== undefined && <span class="source"> from {SOURCES[source] ?? source}</span>}
      </dd>
    </div>
  );
}

function Confidence({ confidence }: { confidence: number }) {
  const { words, kind } = describeConfidence(confidence);
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

function formatSize(bytes: number): string {
  return bytes < 1024 ? counted(bytes, 'byte') : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`;
}

function formatType({ type, types = {} }: ExtractedArticle): string {
  const share = type === undefined ? undefined : types[type];
  return share === undefined ? (type ?? '') : `${type} (${Math.round(share * 100)} %)`;
}

function formatLanguage(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

function formatLink(url: string): ComponentChildren {
  return <OutwardLink href={url}>{url.replace(/^https?:\/\//i, '')}</OutwardLink>;
}

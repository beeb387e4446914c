import { useState } from 'preact/hooks';
import type { ExtractResult } from '../../client/extract.js';
import { CheckField } from '../../ui/Field.js';
import { Notice } from '../../ui/Notice.js';
import { Segments } from '../../ui/Segments.js';
import { OwnStyle } from './OwnStyle.js';
import { PlainProse, Prose } from './Prose.js';
import { includes, type ReaderOptions } from './wishes.js';

type Look = 'clean' | 'own';
const LOOKS = [
  { value: 'clean', title: 'Clean type' },
  { value: 'own', title: 'Its own style' },
] as const;

interface Props {
  readonly view: string;
  readonly result: ExtractResult;
  readonly options: ReaderOptions;
}

/** The article itself. */
export function Article({ view, result, options }: Props) {
  const [look, setLook] = useState<Look>('clean');
  const [pictures, setPictures] = useState(false);
  const hasPictures = result.outputs?.html?.includes('<img ') ?? false;
  return (
    <div class="stack">
      <div class="row looks">
        <Segments<Look> label="Look of the article" value={look} choices={LOOKS} onValue={setLook} />
        {look === 'clean' && hasPictures && (
          <CheckField label="Show pictures" checked={pictures} onChecked={setPictures} />
        )}
      </div>
      {look === 'own' ? (
        <OwnStyle view={view} />
      ) : (
        <CleanArticle result={result} options={options} pictures={pictures} />
      )}
    </div>
  );
}

function CleanArticle({ result, options, pictures }: Omit<Props, 'view'> & { pictures: boolean }) {
  const { article, outputs } = result;
  const { language, direction } = article;
  // The title stands above the tabs; a heading that says it again is wanted only where one asks for it.
  const title = includes(options, 'title') ? undefined : article.title;
  return (
    <article class="article">
      {article.notContent !== undefined && (
        <Notice kind="warning" title={`This looks like ${article.notContent}, not like a page to read.`} />
      )}
      {article.needsRendering && (
        <Notice
          kind="warning"
          title="Scripts fill this page, and little text is in it before they run."
          detail="Turn on “Draw the page in a browser first” under Options."
        />
      )}
      <Body
        html={outputs?.html}
        text={article.text}
        pictures={pictures}
        title={title}
        language={language}
        direction={direction}
      />
    </article>
  );
}

interface BodyProps {
  readonly html: string | undefined;
  readonly text: string;
  readonly pictures: boolean;
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly direction: 'ltr' | 'rtl' | undefined;
}

function Body({ text, ...prose }: BodyProps) {
  const { html, language } = prose;
  if (html) return <Prose {...prose} html={html} />;
  if (text.trim() !== '') return <PlainProse text={text} language={language} />;
  return <p class="empty">Nothing to read was found on this page.</p>;
}

import { useState } from 'preact/hooks';
import type { ExtractResult } from '../../client/extract.js';
import { CheckField } from '../../ui/Field.js';
import { Notice } from '../../ui/Notice.js';
import { Segments } from '../../ui/Segments.js';
import { appearanceProps, ReadingControls, useAppearance } from './appearance.js';
import { CorrectableProse } from './CorrectableProse.js';
import { OwnStyle } from './OwnStyle.js';
import { PlainProse, Prose } from './Prose.js';
import { includes, type ReaderOptions } from './reader-options.js';
import type { CorrectionControls } from './use-corrections.js';

type Style = 'clean' | 'own';
const STYLES = [
  { value: 'clean', title: 'Clean type' },
  { value: 'own', title: 'Its own style' },
] as const;

interface Props {
  readonly view: string;
  readonly result: ExtractResult;
  readonly options: ReaderOptions;
  readonly corrections: CorrectionControls;
  readonly startAt: number | undefined;
  readonly onPosition: (textFirst: number | undefined) => void;
}

/** The article itself. */
export function Article(props: Props) {
  const { view, result } = props;
  const [style, setStyle] = useState<Style>('clean');
  const [pictures, setPictures] = useState(false);
  const [reading, setReading] = useAppearance();
  const hasPictures = result.outputs?.html?.includes('<img ') ?? false;
  return (
    <div class="stack">
      <div class="row looks">
        <Segments<Style> label="Look of the article" value={style} choices={STYLES} onValue={setStyle} />
        {style === 'clean' && <ReadingControls appearance={reading} onAppearance={setReading} />}
        {style === 'clean' && hasPictures && (
          <CheckField label="Show pictures" checked={pictures} onChecked={setPictures} />
        )}
      </div>
      {style === 'own' ? (
        <OwnStyle view={view} />
      ) : (
        <div {...appearanceProps(reading)}>
          <CleanArticle {...props} pictures={pictures} />
        </div>
      )}
    </div>
  );
}

function CleanArticle({
  result,
  options,
  pictures,
  corrections,
  startAt,
  onPosition,
}: Props & { pictures: boolean }) {
  const { article, outputs, decisions } = result;
  const { language, direction } = article;
  // The title stands above the tabs; a heading that says it again is wanted only where one asks for it.
  const title = includes(options, 'title') ? undefined : article.title;
  const prose = { html: outputs?.html ?? '', pictures, title, language, direction };
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
      {prose.html === '' ? (
        <WithoutMarkup text={article.text} language={language} />
      ) : decisions === undefined || options.render ? (
        <Prose {...prose} />
      ) : (
        <CorrectableProse
          {...prose}
          decisions={decisions}
          corrections={corrections}
          startAt={startAt}
          onPosition={onPosition}
        />
      )}
    </article>
  );
}

function WithoutMarkup({ text, language }: { text: string; language: string | undefined }) {
  if (text.trim() !== '') return <PlainProse text={text} language={language} />;
  return <p class="empty">Nothing to read was found on this page.</p>;
}

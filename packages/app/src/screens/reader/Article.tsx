import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExtractResult } from '../../client/api.js';
import { problemFromText, type RequestProblem } from '../../client/request.js';
import { useStoredState } from '../../client/state.js';
import { isArticleMethod } from '../../page/methods.js';
import { CheckField, Segments } from '../../ui/controls.js';
import { Notice, ProblemNotice, Waiting } from '../../ui/messages.js';
import { CorrectableProse, Prose } from './CorrectableProse.js';
import { includes, RenderButton } from './Options.js';
import type { ResultProps } from './Result.js';

const STYLES = [
  { value: 'clean', title: 'Clean style' },
  { value: 'own', title: 'Original style' },
] as const;

type Props = Pick<
  ResultProps,
  'view' | 'result' | 'options' | 'corrections' | 'startAt' | 'onPosition' | 'onRender'
>;

export function Article(props: Props) {
  const { view, result } = props;
  const [reading, setReading] = useStoredState<Appearance>('reading', DEFAULTS);
  const { pictures, paper } = reading;
  // The original style is that of Pith's own article.
  const hasOwnStyle = isArticleMethod(result.method);
  const look = hasOwnStyle ? reading.look : 'clean';
  const hasPictures = result.outputs?.html?.includes('<img ') ?? false;
  useEffect(() => {
    document.documentElement.dataset.paper = look === 'clean' ? paper : '';
    return () => void delete document.documentElement.dataset.paper;
  }, [look, paper]);
  return (
    <div class="stack">
      <div class="row looks">
        {hasOwnStyle && (
          <Segments
            label="Look of the article"
            value={look}
            choices={STYLES}
            onValue={value => setReading({ ...reading, look: value })}
          />
        )}
        {look === 'clean' && <ReadingControls appearance={reading} onAppearance={setReading} />}
        {look === 'clean' && hasPictures && (
          <CheckField
            label="Show images"
            checked={pictures}
            onChecked={on => setReading({ ...reading, pictures: on })}
          />
        )}
      </div>
      {look === 'own' ? (
        <OwnStyle view={view} />
      ) : (
        <div class="reading" style={readingStyle(reading)}>
          <CleanArticle {...props} pictures={pictures} />
        </div>
      )}
    </div>
  );
}

const NOT_CONTENT: Readonly<Record<string, string>> = {
  'error page': 'This is an error page.',
  'access denied': 'The site has denied access to this page.',
  'robot check': 'This is a check for robots, not the page itself.',
  'cookie wall': 'The site shows this page only after cookies are accepted.',
  redirect: 'This page only refers to another address.',
  'login wall': 'The site shows this page only after signing in.',
  'hardly any text': 'This page has hardly any text.',
};

function CleanArticle(props: Props & { pictures: boolean }) {
  const { result, options, pictures, corrections, startAt, onPosition, onRender } = props;
  const { article, outputs, decisions } = result;
  const { language, direction } = article;
  // The title is shown above the tabs, so it is removed here unless the reader wants it in the text.
  const title = includes(options, 'title') ? undefined : article.title;
  const prose = { html: outputs?.html ?? '', pictures, title, language, direction };
  const isFilled = article.needsRendering || article.notContent === 'no text';
  return (
    <article class="article">
      {article.notContent !== undefined && !isFilled && (
        <Notice kind="warning" title={NOT_CONTENT[article.notContent] ?? 'This page has no content.'} />
      )}
      {isFilled && (
        <Notice
          kind="warning"
          title={
            article.needsRendering
              ? 'This page is filled in by scripts and has little text without them.'
              : 'This page has no text. Scripts may fill it in a browser.'
          }
        >
          <p>
            <RenderButton kind="primary" onRender={onRender} />
          </p>
        </Notice>
      )}
      {prose.html === '' ? (
        !isFilled && <WithoutMarkup text={article.text} language={language} decisions={decisions} />
      ) : decisions === undefined ? (
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

type WithoutMarkupProps = { text: string; language: string | undefined } & Pick<ExtractResult, 'decisions'>;

/** Other methods write plain text. Blocks that add up to it are its paragraphs, else its lines. */
function WithoutMarkup({ text, language, decisions = [] }: WithoutMarkupProps) {
  if (text.trim() === '') return <p class="empty">No content was found on this page.</p>;
  const kept = decisions.flatMap(own => (own.kept ? own.text : []));
  const areParagraphs = kept.join('').replace(/\s/g, '') === text.replace(/\s/g, '');
  const paragraphs = areParagraphs ? kept : text.split('\n');
  return (
    <div class="prose" dir="auto" lang={language}>
      {paragraphs.map((own, at) => own.trim() !== '' && <p key={at}>{own}</p>)}
    </div>
  );
}

type OwnStyleState = 'rendering' | 'rendered' | RequestProblem;

function OwnStyle({ view }: { view: string }) {
  const [state, setState] = useState<OwnStyleState>('rendering');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const onLoad = () => {
      const document = element.contentDocument;
      if (document === null || document.URL === 'about:blank') return;
      // The server returns a JSON problem if it cannot render the page.
      const isPage = document.contentType === 'text/html';
      setState(isPage ? 'rendered' : problemFromText(document.body?.textContent ?? ''));
    };
    element.addEventListener('load', onLoad);
    setState('rendering');
    element.src = `/frame/views/${encodeURIComponent(view)}/rich?assets=1`;
    return () => element.removeEventListener('load', onLoad);
  }, [view]);
  return (
    <div class="stack">
      <p class="hint">Styles and images come from the servers of the page, which see this request.</p>
      {state === 'rendering' && <Waiting label="Rendering the page in a browser" />}
      {typeof state === 'object' && <ProblemNotice error={state} />}
      <iframe
        ref={frame}
        class="rich-frame"
        title="The article in its original style"
        sandbox="allow-same-origin"
        referrerpolicy="no-referrer"
        hidden={state !== 'rendered'}
      />
    </div>
  );
}

const SETTINGS = {
  font: { label: 'Font', choices: { serif: 'Serif', sans: 'Sans', mono: 'Mono' } },
  size: { label: 'Size', choices: { '1': 'Small', '1.1875': 'Medium', '1.4': 'Large', '1.7': 'Largest' } },
  width: { label: 'Width', choices: { narrow: 'Narrow', usual: 'Normal', wide: 'Wide' } },
  paper: { label: 'Background', choices: { plain: 'Plain', sepia: 'Sepia' } },
} as const;
type Setting = keyof typeof SETTINGS;

type Appearance = Readonly<Record<Setting, string>> & {
  readonly look: 'clean' | 'own';
  readonly pictures: boolean;
};

const DEFAULTS: Appearance = {
  font: 'serif',
  size: '1.1875',
  width: 'usual',
  paper: 'plain',
  look: 'clean',
  pictures: false,
};

const WIDTHS: Readonly<Record<string, string>> = { narrow: '30rem', usual: '40rem', wide: '56rem' };

const readingStyle = ({ font, size, width }: Appearance) => ({
  '--reading': `${size}rem`,
  '--measure': WIDTHS[width] ?? WIDTHS.usual,
  '--reading-font': `var(--${font})`,
});

interface ReadingControlsProps {
  readonly appearance: Appearance;
  readonly onAppearance: (appearance: Appearance) => void;
}

function ReadingControls({ appearance, onAppearance }: ReadingControlsProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The controls cover the article, so close them on Escape or a click outside.
    const leave = (event: Event) => {
      const isInside = event instanceof PointerEvent && box.current?.contains(event.target as Node);
      const isOther = event instanceof KeyboardEvent && event.key !== 'Escape';
      if (!isInside && !isOther) box.current?.removeAttribute('open');
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, leave);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, leave);
    };
  }, []);
  return (
    <details class="reading-controls" ref={box}>
      <summary class="reading-summary">
        <span aria-hidden="true">Aa</span>
        <span class="unseen">Typography</span>
      </summary>
      <div class="column box reading-choices">
        {(Object.keys(SETTINGS) as Setting[]).map(name => (
          <Segments
            key={name}
            label={SETTINGS[name].label}
            value={appearance[name]}
            choices={Object.entries(SETTINGS[name].choices).map(([value, title]) => ({ value, title }))}
            onValue={value => onAppearance({ ...appearance, [name]: value })}
          />
        ))}
      </div>
    </details>
  );
}

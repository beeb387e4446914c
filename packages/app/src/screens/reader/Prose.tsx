import { useLayoutEffect, useRef } from 'preact/hooks';
import { cleanFragment } from './clean-html.js';

/** An article to show. */
export interface ProseProps {
  readonly html: string;
  /** Whether pictures are fetched from their sites. */
  readonly pictures: boolean;
  /** A title that stands above already: a heading that says it again on top is left out. */
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly direction?: 'ltr' | 'rtl' | undefined;
}

interface DrawnProseProps extends ProseProps {
  /** Hears when it stands there, anew whenever `drawnFor` changes. */
  readonly onDrawn?: (box: HTMLDivElement) => void;
  readonly drawnFor?: unknown;
}

/** An article in clean type. */
export function Prose({
  html,
  pictures,
  title,
  language,
  direction = 'ltr',
  onDrawn,
  drawnFor,
}: DrawnProseProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = cleanFragment(html, { pictures });
    if (title !== undefined) headingOf(fragment, title)?.remove();
    box.current!.replaceChildren(fragment);
  }, [html, pictures, title]);
  useLayoutEffect(() => onDrawn?.(box.current!), [html, pictures, title, drawnFor]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
    <div ref={box} class="prose" dir={direction} lang={language} onClick={stayInArticle} />
  );
}

const HEADING_AMONG_FIRST = 3;

function headingOf(fragment: DocumentFragment, title: string): Element | undefined {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return [...fragment.children]
    .slice(0, HEADING_AMONG_FIRST)
    .find(
      ({ localName, textContent }) => /^h[1-3]$/.test(localName) && plain(textContent ?? '') === plain(title),
    );
}

/** A link to a footnote moves within the article; the address after # is the app's. */
function stayInArticle(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const href = link?.getAttribute('href');
  if (!href?.startsWith('#')) return;
  event.preventDefault();
  const goal = document.getElementById(href.slice(1));
  if (goal === null) return;
  goal.tabIndex = -1;
  goal.focus();
  goal.scrollIntoView({ block: 'center' });
}

/** A text without markup as paragraphs. */
export function PlainProse({ text, language }: { text: string; language?: string | undefined }) {
  const paragraphs = text.split(/\n{1,}/).filter(line => line.trim() !== '');
  return (
    <div class="prose" dir="auto" lang={language}>
      {paragraphs.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';

/** A line on top that grows as one reads on. */
export function ReadingProgress() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
      const share = scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 1;
      bar.current?.style.setProperty('--share', String(Math.min(1, share)));
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return <div ref={bar} class="reading-progress" aria-hidden="true" />;
}

interface OutlineEntry {
  readonly text: string;
  readonly level: number;
  readonly element: HTMLElement;
}

const LEAST_HEADINGS = 2;

/** The headings of the article, each the way to its place. */
export function Outline({ drawn }: { drawn: unknown }) {
  const [entries, setEntries] = useState<readonly OutlineEntry[]>([]);
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
      <h2>Outline</h2>
      <ol>
        {entries.map(({ text, level, element }, at) => (
          <li key={at} style={{ '--depth': String(level - top) }}>
            <button
              type="button"
              class="link"
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

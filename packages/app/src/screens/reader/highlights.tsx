import { useEffect } from 'preact/hooks';
import type { ExtractedArticle } from '../../client/api.js';
import { useStoredState } from '../../client/state.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Button, DownloadButton } from '../../ui/controls.js';
import { toast } from '../../ui/messages.js';
import { fileName, markdownHead } from './Outputs.js';

interface Highlight {
  readonly text: string;
  readonly heading: string;
  readonly occurrence: number;
}

const NONE: { readonly marks: readonly Highlight[] } = { marks: [] };

interface HighlightsProps {
  readonly view: string;
  readonly article: ExtractedArticle;
  readonly drawn: unknown;
}

export function Highlights({ view, article, drawn }: HighlightsProps) {
  const [{ marks }, setStored] = useStoredState(`highlights-${view}`, NONE);
  const put = (next: readonly Highlight[]) => setStored({ marks: next });
  const mark = () => {
    const made = highlightFromSelection();
    if (made === undefined) toast('Select some text in the article first.');
    else put([...marks, made]);
  };
  useEffect(() => paint(marks), [marks, drawn]);
  useShortcuts('Highlights', [{ keys: 'h', title: 'Highlight the selected text', run: mark }]);
  return (
    <section class="column highlights" aria-labelledby="highlights-title">
      <h2 id="highlights-title" class="minor">
        Highlights
      </h2>
      <div class="row">
        {/* Pressing the button must not clear the selection. */}
        <Button onClick={mark} onMouseDown={event => event.preventDefault()} title="(h)">
          Highlight selection
        </Button>
        {marks.length > 0 && (
          <DownloadButton
            content={highlightsAsMarkdown(article, marks)}
            name={`${fileName(article)}-highlights.md`}
            type="text/markdown"
            label="Export"
          />
        )}
      </div>
      <ul class="plain-list column">
        {marks.map((highlight, at) => (
          <li key={at}>
            <button type="button" class="link" onClick={() => showRange(rangeOf(highlight))}>
              {highlight.text.slice(0, 120)}
            </button>
            <button
              type="button"
              class="button quiet"
              aria-label={`Remove the highlight: ${highlight.text.slice(0, 40)}`}
              onClick={() => put(marks.filter((_, i) => i !== at))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function highlightsAsMarkdown(article: ExtractedArticle, marks: readonly Highlight[]): string {
  const address = article.canonicalUrl ?? article.url;
  const quotes = marks.map(({ text, heading }) => {
    const place = heading === '' ? '' : `, under “${heading}”`;
    const link = address === undefined ? '' : ` ([link](${address}#:~:text=${fragmentOf(text)}))`;
    return `> ${text.replace(/\s+/g, ' ')}\n\n— ${article.title ?? 'the page'}${place}${link}`;
  });
  return `${markdownHead(article)}${quotes.join('\n\n')}\n`;
}

const LONGEST_FRAGMENT = 80;

/** The text as a URL text fragment: in full, or its first and last words if it is long. */
function fragmentOf(text: string): string {
  const words = text.trim().split(/\s+/);
  const encoded = (part: string) => encodeURIComponent(part).replaceAll('-', '%2D').replace(/[()]/g, percent);
  if (text.length <= LONGEST_FRAGMENT) return encoded(words.join(' '));
  return `${encoded(words.slice(0, 4).join(' '))},${encoded(words.slice(-4).join(' '))}`;
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;

function prose(): Element | null {
  return document.querySelector('.prose');
}

function highlightFromSelection(): Highlight | undefined {
  const selection = getSelection();
  const box = prose();
  if (!selection || selection.isCollapsed || box === null) return undefined;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return undefined;
  const text = range.toString();
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const headings = [...box.querySelectorAll('h1,h2,h3,h4,h5,h6')];
  const above = headings.filter(own => before.intersectsNode(own)).at(-1);
  return {
    text,
    heading: (above?.textContent ?? '').trim(),
    occurrence: before.toString().split(text).length - 1,
  };
}

function rangeOf({ text, occurrence }: Highlight): Range | undefined {
  const box = prose();
  if (box === null || text === '') return undefined;
  const all = box.textContent ?? '';
  let start = -1;
  for (let i = 0; i <= occurrence; i++) {
    const next = all.indexOf(text, start + 1);
    if (next < 0) break;
    start = next;
  }
  if (start < 0) return undefined;
  const range = document.createRange();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const end = passed + node.nodeValue!.length;
    if (passed <= start && start < end) range.setStart(node, start - passed);
    if (start + text.length <= end) {
      range.setEnd(node, start + text.length - passed);
      return range;
    }
    passed = end;
  }
  return undefined;
}

function showRange(range: Range | undefined): void {
  range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}

/** Marks highlights with the CSS Highlight API, which leaves the DOM unchanged; does nothing in browsers without it. */
function paint(marks: readonly Highlight[]): void {
  if (!('highlights' in CSS)) return;
  const ranges = marks.map(rangeOf).filter(range => range !== undefined);
  CSS.highlights.set('pith', new globalThis.Highlight(...ranges));
}

import type { Found, ShownDecision } from './messages.js';

type Child = Node | string;

/** Creates an element. Texts of pages are only ever added as text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The policy of the frame with the article: no scripts, no requests. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const ARTICLE_STYLE = `:root{color-scheme:light dark;font:1.06rem/1.6 Georgia,serif}
body{margin:0 auto;padding:1rem;max-width:42rem;overflow-wrap:anywhere}
h1,h2,h3,h4{line-height:1.25;font-family:system-ui,sans-serif}pre,table{overflow-x:auto;display:block}
pre{padding:.7rem;background:light-dark(#f4f5f6,#1d2226)}td,th{padding:.3rem .6rem;border-bottom:1px solid light-dark(#ddd,#333);text-align:left}
blockquote{margin-inline:0;padding-left:1rem;border-left:3px solid light-dark(#ccc,#444)}
a{color:light-dark(#0b5c8a,#7cc4ee)}figcaption{font-size:.9em;opacity:.75}`;

/** HTML without elements that would load something. */
function withoutMedia(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const media of body.querySelectorAll('img, picture, source, video, audio, iframe')) media.remove();
  return body.innerHTML;
}

/** The article in a frame without scripts and requests, also if the library fails to clean it. Links open new tabs. */
export function articleView({ html, article }: Found): Node {
  const title = article.title === undefined ? '' : `<h1>${escaped(article.title)}</h1>`;
  const frame = element('iframe', { title: 'The extracted article', className: 'article' });
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><base target="_blank"><style>${ARTICLE_STYLE}</style>${title}${withoutMedia(html)}`;
  return frame;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => SIGNS[sign]!);

/** Title, authors, date, type and so on, each with its source. */
export function factsView({ article, decisions, ms }: Found): Node {
  const { title, authors, published, language, siteName, type, confidence, notContent, sources } = article;
  const rows: readonly (readonly [name: string, value: string | undefined, source?: string | undefined])[] = [
    ['Title', title, sources.title],
    ['Authors', authors.join(', ') || undefined, sources.authors],
    ['Published', dateOf(published), sources.published],
    ['Site', siteName, sources.siteName],
    ['Language', language, sources.language],
    ['Type', notContent === undefined ? type : `${type}: ${notContent}`],
    ['Confidence', `${Math.round(100 * confidence)} %`],
    ['Blocks', `${decisions.filter(({ kept }) => kept).length} of ${decisions.length} kept`],
    ['Time', `${ms.toFixed(ms < 10 ? 1 : 0)} ms`],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return element(
    'dl',
    { className: 'facts' },
    ...shown.map(([name, value, source]) =>
      element(
        'div',
        {},
        element('dt', { textContent: name }),
        element('dd', { textContent: value!, title: source === undefined ? '' : `from ${source}` }),
      ),
    ),
  );
}

/** The date of a time; other dates are shown as they are. */
const dateOf = (time: string | undefined) => time?.replace(/^(\d{4}-\d\d-\d\d)T.*/, '$1');

/** Blocks shown at first; a page may have a hundred thousand. */
const MOST_BLOCKS = 500;

export function blocksView({ decisions }: Found): Node {
  const list = element('ol', { className: 'blocks' });
  const kept = decisions.filter(decision => decision.kept).length;
  const counts = { all: decisions.length, kept, dropped: decisions.length - kept };
  const more = element('button', { type: 'button', className: 'more' });
  let wanted: keyof typeof counts = 'all';
  let most = MOST_BLOCKS;
  const show = () => {
    const chosen = decisions.filter(decision => wanted === 'all' || decision.kept === (wanted === 'kept'));
    list.replaceChildren(...chosen.slice(0, most).map(blockView));
    more.hidden = chosen.length <= most;
    more.textContent = `Show ${Math.min(MOST_BLOCKS, chosen.length - most)} more of ${chosen.length}`;
  };
  more.addEventListener('click', () => {
    most += MOST_BLOCKS;
    show();
  });
  const filter = element('fieldset', { className: 'filter' }, element('legend', { textContent: 'Show' }));
  for (const name of ['all', 'kept', 'dropped'] as const) {
    const input = element('input', { type: 'radio', name: 'filter', value: name, checked: name === wanted });
    input.addEventListener('change', () => {
      wanted = name;
      most = MOST_BLOCKS;
      show();
    });
    filter.append(
      element('label', {}, input, ` ${name.charAt(0).toUpperCase()}${name.slice(1)} ${counts[name]}`),
    );
  }
  show();
  return element('div', {}, filter, list, more);
}

function blockView({ kept, summary: sentence, score, text, path, evidence }: ShownDecision): Node {
  const chance = `${Math.round(100 * score)} %`;
  const summary = element(
    'summary',
    {},
    element('span', { className: 'verdict', textContent: kept ? 'Kept' : 'Dropped' }),
    element('span', { className: 'text', textContent: text.slice(0, 300) }),
    element('span', { className: 'reason', textContent: withoutVerdict(sentence) }),
    element('span', { className: 'chance', textContent: chance }),
  );
  const rows = evidence.map(({ group, weight }) =>
    element(
      'tr',
      { className: weight > 0 ? 'for' : 'against' },
      element('td', { textContent: group }),
      element('td', { textContent: `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}` }),
    ),
  );
  const details = element('details', {}, summary, element('p', { className: 'path', textContent: path }));
  if (rows.length > 0)
    details.append(
      element(
        'table',
        {},
        element('caption', { textContent: 'Evidence for and against, by subject (log-odds)' }),
        ...rows,
      ),
    );
  return element('li', { className: kept ? 'kept' : 'dropped' }, details);
}

/** The sentence without the verdict in front, which is shown in its own column. */
function withoutVerdict(sentence: string): string {
  const words = sentence.replace(/^\w+: /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Longer texts are cut on the screen; copying takes all. */
const MOST_SHOWN = 300_000;

export function textView(text: string): Node {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text;
  return element('pre', { className: 'output', tabIndex: 0 }, shown);
}

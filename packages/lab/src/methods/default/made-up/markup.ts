/** HTML whose parts are labelled by marks: private-use characters that `unmarked` removes. */
const CONTENT = '\uE000';
const UNLABELLED = '\uE001';
const NOISE = '\uE002';
const MARKS = /[\uE000-\uE002]/g;
const SHARES: Readonly<Record<string, number>> = { [CONTENT]: 1, [UNLABELLED]: -1, [NOISE]: 0 };

/** Marks HTML of another page as content. */
export const content = (html: string) => `${CONTENT}${html.replace(MARKS, ' ')}${NOISE}`;

/** Marks HTML that is content by some corpora and not by others. */
export const unlabelled = (html: string) => `${UNLABELLED}${html}${NOISE}`;

export interface LabelledHtml {
  readonly html: string;
  /** 1 for content, 0 for noise and -1 for unlabelled text, by an offset in `html`. */
  shareAt(offset: number): number;
}

export function unmarked(marked: string): LabelledHtml {
  const starts: number[] = [];
  const shares: number[] = [];
  for (const { 0: mark, index } of marked.matchAll(MARKS)) {
    starts.push(index - starts.length);
    shares.push(SHARES[mark]!);
  }
  const shareAt = (offset: number) => shares[starts.findLastIndex(start => start <= offset)] ?? 0;
  return { html: marked.replace(MARKS, ''), shareAt };
}

export function element(tag: string, attributes: string, inner: string): string {
  return `<${tag}${attributes && ` ${attributes}`}>${inner}</${tag}>\n`;
}

export function link(text: string, href = '/x'): string {
  return `<a href="${href}">${text}</a>`;
}

export function list(items: readonly string[]): string {
  return element('ul', '', items.map(item => `<li>${item}</li>`).join('\n'));
}

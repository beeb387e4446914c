import type { LeafView } from './leaf-view.js';

/** Characters shown per leaf, by label; leaves with a rarer label are shown at greater length. */
const SHOWN: Readonly<Record<string, number>> = { none: 26, paragraph: 40, comments: 30, recommendation: 30 };
const LINE = 170;

/**
 * Formats a page for annotators: each run of leaves with the same label is one line `label (where): node text | node
 * text | …`. Without labels, runs are leaves with the same enclosing elements.
 */
export function listLeaves(views: readonly LeafView[], labels?: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  let run = '';
  views.forEach((view, i) => {
    const where = hint(view);
    const isHeading = /^(?:[a-z]{1,6}<){0,2}h[1-6]/.test(view.tags);
    const key = labels
      ? `${labels[i]}${isHeading ? view.node : ''}`
      : `${where}${isHeading ? view.node : ''}`;
    const shown = shorten(view, labels ? (SHOWN[labels[i]!] ?? 80) : 60);
    if (key !== run || line.length + shown.length > LINE) {
      if (line) lines.push(line);
      line = key === run ? '    ' : `${labels ? `[${labels[i]}] ` : ''}(${where}) `;
    } else line += ' | ';
    line += `${view.node} ${shown}`;
    run = key;
  });
  return [...lines, line].join('\n');
}

function shorten(view: LeafView, length: number): string {
  const text = view.text.length > length ? `${view.text.slice(0, length)}…(${view.words}w)` : view.text;
  const kind = view.kind === 'text' ? '' : `<${view.kind}> `;
  const target =
    view.words < 3 && view.href ? ` →${view.href.replace(/^https?:\/\/(?:www\.)?/, '').slice(0, 30)}` : '';
  return `${kind}${text}${target}`;
}

function hint(view: LeafView): string {
  const tags = view.tags.split('<').slice(0, 3).join('<');
  const names = view.names
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 40);
  return `${tags}; ${names}`;
}

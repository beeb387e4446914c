import type { Leaf } from '@webpith/lab';
import { ATTR, blockAround, type PageTree, TAG } from 'webpith/stages';
import { plain } from './features/lexicon-features.js';
import { leafText, linkAround, showsDate, squeeze } from './leaf-text.js';
import { CONCEPTS } from './lexicon.js';

export interface LeafArticle {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly introduction?: string | undefined;
  readonly authors: readonly string[];
  /** Verbatim, as shown on the page. */
  readonly dates: readonly string[];
  readonly captions: readonly string[];
  readonly mediaCredits: readonly string[];
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  readonly related: readonly LeafLink[];
  readonly nextPage?: string | undefined;
}

interface LeafLink {
  readonly text: string;
  readonly href: string;
}

interface Run {
  readonly label: string;
  readonly text: string;
  readonly leaves: readonly Leaf[];
}

/** Joins consecutive leaves with the same label and block, keeping the page's spaces. */
export function runsOf(tree: PageTree, leaves: readonly Leaf[], labels: readonly string[]): Run[] {
  const found: { label: string; text: string; leaves: Leaf[]; block: number }[] = [];
  leaves.forEach((leaf, i) => {
    const block = blockAround(tree, tree.parent[leaf.node]!);
    const label = labels[i]!;
    const raw = leaf.kind === 'text' ? tree.text(leaf.node) : '';
    const last = found.at(-1);
    if (last?.label === label && last.block === block) {
      last.leaves.push(leaf);
      last.text += raw;
    } else found.push({ label, text: raw, leaves: [leaf], block });
  });
  return found.map(({ label, text, leaves }) => ({ label, text: squeeze(text), leaves }));
}

export const TEXT_LABELS: readonly string[] = ['introduction', 'heading', 'paragraph'];

export const isTextLabel = (label: string) => TEXT_LABELS.includes(label);

export function articleText(parts: readonly Run[]): string {
  return parts
    .filter(({ label, text }) => isTextLabel(label) && text !== '')
    .map(({ text }) => text)
    .join('\n');
}

export function articleFields(tree: PageTree, parts: readonly Run[], url?: string): LeafArticle {
  const texts = (label: string) =>
    parts.filter(part => part.label === label && part.text !== '').map(part => part.text);
  const [title] = texts('title');
  const [subtitle] = texts('subtitle');
  const introduction = texts('introduction').join(' ');
  const next = linksOf(tree, parts, 'next page', url).find(({ text }) =>
    /next|weiter|nächste|suivant|siguiente|›|»|→|>/i.test(text),
  );
  return {
    title,
    subtitle,
    introduction: introduction || undefined,
    authors: [...new Set([...texts('author'), ...texts('author-date')].flatMap(authorNames))],
    dates: [...texts('date').map(bareDate), ...texts('author-date').flatMap(datesIn)],
    captions: texts('caption'),
    mediaCredits: texts('media credit'),
    tags: keywords(tree, parts, 'tags'),
    topics: keywords(tree, parts, 'topics'),
    related: linksOf(tree, parts, 'related article', url),
    nextPage: next?.href,
  };
}

const KEYWORD_HEADS = [CONCEPTS.tags.text, CONCEPTS.topics.text];

function keywords(tree: PageTree, parts: readonly Run[], label: string): string[] {
  const found = new Set<string>();
  for (const part of parts) {
    if (part.label !== label) continue;
    for (const leaf of part.leaves) {
      for (const text of leafText(tree, leaf).split(',')) {
        const word = text
          .trim()
          .replace(/^[#|·•]/, '')
          .trim();
        const plainWord = plain(word);
        if (plainWord !== '' && !KEYWORD_HEADS.some(head => head.test(plainWord))) found.add(word);
      }
    }
  }
  return [...found];
}

/** On some pages only the style separates these words from the name. */
const GLUED = /^(?:By|Von|Par|Por)(?=\p{Lu}\p{Ll})/u;
const OPENED = /^(?:(?:written |posted |words |story )?by|von|par|por|author|autor|text)(?:\s|:|$)\s{0,3}/i;

function authorNames(text: string): string[] {
  return text
    .split(/[|·•]|\s[–—-]\s/)
    .filter(part => !showsDate(part))
    .flatMap(part => splitNames(part.trim().replace(OPENED, '').replace(GLUED, '')))
    .map(name => name.trim())
    .filter(name => name !== '' && !/^(?:and|und|et|y|,|&)+$/i.test(name));
}

function splitNames(text: string): string[] {
  const bare = text.trim().replace(/,{1,3}$/, '');
  const names = bare.split(/,\s(?:and\s|und\s)?|\s(?:and|und|et|y|&)\s/).map(name => name.trim());
  return names.every(name => /^\p{Lu}\S{0,40}\s\S/u.test(name)) ? names : [bare];
}

const DATED =
  /^(?:(?:first|last|originally)\s)?(?:published|posted|updated|modified|created|date|veröffentlicht|aktualisiert|stand|publié|publicado|actualizado)(?:\s(?:on|at|am|le|el|em))?\s{0,2}:?\s{0,2}/i;

function bareDate(text: string): string {
  const bare = text.replace(DATED, '');
  return bare === '' ? text : bare;
}

function datesIn(text: string): string[] {
  return text
    .split(/[|·•]|\s[–—-]\s/)
    .map(part => bareDate(part.trim()))
    .filter(showsDate);
}

function linksOf(tree: PageTree, parts: readonly Run[], label: string, url: string | undefined): LeafLink[] {
  const links = new Map<string, string>();
  for (const part of parts) {
    if (part.label !== label) continue;
    for (const leaf of part.leaves) {
      const anchor = linkAround(tree, leaf.node);
      const href = anchor < 0 ? undefined : absolute(tree.attribute(anchor, ATTR.href), url);
      if (href === undefined) continue;
      const text = leafText(tree, leaf);
      if (!links.has(href) || (links.get(href) === '' && text !== '')) links.set(href, text);
    }
  }
  return [...links].map(([href, text]) => ({ text, href }));
}

function absolute(href: string | undefined, base: string | undefined): string | undefined {
  if (href === undefined || href.trim() === '' || href.startsWith('#')) return undefined;
  try {
    const address = base === undefined ? new URL(href) : new URL(href, base);
    return /^https?:$/.test(address.protocol) ? address.href : undefined;
  } catch {
    return undefined;
  }
}

export function publishedDate(tree: PageTree, parts: readonly Run[]): string | undefined {
  for (const { label, leaves } of parts) {
    if (label !== 'date' && label !== 'author-date') continue;
    for (let n = leaves[0]!.node, up = 0; n > 0 && up < 3; n = tree.parent[n]!, up++) {
      const value = tree.tag[n] === TAG.time ? tree.attribute(n, ATTR.datetime) : undefined;
      const date = /^\s*(\d{4}-\d\d-\d\d)/.exec(value ?? '')?.[1];
      if (date) return date;
    }
  }
  return undefined;
}

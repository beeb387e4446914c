import {
  type Evidence,
  type Explanation,
  type Extraction,
  type Extractor,
  type Finding,
  type Leaf,
  visibleLeaves,
} from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { ATTR, blockAround, type PageTree, TAG } from 'webpith/stages';
import { leafFeatures } from './features/feature-sets.js';
import { plain } from './features/lexicon-features.js';
import type { FeatureRows, ScoreTable } from './features/writer.js';
import { leafText, linkAround, showsDate, squeeze } from './leaf-text.js';
import { CONCEPTS } from './lexicon.js';
import { type LeavesModel, labelLeaves, labelWeights } from './model.js';

interface LeafArticle {
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

const isTextLabel = (label: string) => TEXT_LABELS.includes(label);

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

/** A word such as “By” directly before a name. On some pages only a style separates the two. */
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

function publishedDate(tree: PageTree, parts: readonly Run[]): string | undefined {
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

interface LabelledLeaf {
  readonly node: number;
  readonly label: string;
  readonly probability: number;
  readonly text: string;
}

export interface LeavesExtraction extends Extraction {
  readonly article: LeafArticle;
  readonly leaves: readonly LabelledLeaf[];
}

const rounded = (probability: number) => Math.round(probability * 1e4) / 1e4;

export function leavesExtractor(model: LeavesModel): Extractor {
  return {
    name: 'leaves',
    extract(page): LeavesExtraction {
      const tree = pageTree(page);
      const leaves = visibleLeaves(tree);
      const texts = leaves.map(leaf => leafText(tree, leaf));
      const { labels, probabilities } = labelLeaves(model, tree, leaves, texts);
      const parts = runsOf(tree, leaves, labels);
      const article = articleFields(tree, parts, page.url);
      return {
        text: articleText(parts),
        title: article.title,
        authors: article.authors,
        published: publishedDate(tree, parts),
        labels: Object.fromEntries(leaves.map(({ node }, i) => [node, labels[i]!])),
        probabilities: Object.fromEntries(leaves.map(({ node }, i) => [node, rounded(probabilities[i]!)])),
        article,
        leaves: leaves.map((leaf, i) => ({
          node: leaf.node,
          label: labels[i]!,
          probability: rounded(probabilities[i]!),
          text: texts[i]!,
        })),
      };
    },
    explain: page => explainLeaves(model, pageTree(page)),
  };
}

const MAX_LABELS = 3;
const MAX_FEATURES = 5;

function explainLeaves(model: LeavesModel, tree: PageTree): Explanation {
  const leaves = visibleLeaves(tree);
  if (leaves.length === 0) return { notes: ['the page has no visible leaf'], findings: [] };
  const { labels } = model.crf;
  const rows = leafFeatures(tree, model.set, model.dictionary);
  const scores = new Float64Array(leaves.length * labels.length);
  leaves.forEach((_, leaf) => {
    eachTerm(rows, leaf, model.scores, (_feature, label, term) => {
      scores[leaf * labels.length + label]! += term;
    });
  });
  const marginals = model.crf.marginalsOfScores(scores);
  const weights = labelWeights(model);
  const findings = leaves.map(({ node }, leaf): Finding => {
    const own = Array.from(
      labels,
      (_, label) => marginals[leaf * labels.length + label]! * (weights?.[label] ?? 1),
    );
    const sum = own.reduce((total, value) => total + value, 0);
    const order = [...own.keys()].sort((a, b) => own[b]! - own[a]!);
    const best = order[0]!;
    const name = labels[best]!;
    const likely = order
      .slice(0, MAX_LABELS)
      .map(label => `${labels[label]} ${(own[label]! / sum).toFixed(2)}`);
    return {
      node,
      kept: isTextLabel(name),
      stage: 'leaf',
      reason: likely.join(', '),
      score: own[best]! / sum,
      evidence: strongestFeatures(rows, leaf, model, best),
    };
  });
  const notes = [`${leaves.length} leaves, ${labels.length} labels, ${model.vectors.names.length} features`];
  return { notes, findings };
}

function strongestFeatures(rows: FeatureRows, leaf: number, model: LeavesModel, chosen: number): Evidence[] {
  const terms: Evidence[] = [];
  eachTerm(rows, leaf, model.scores, (feature, label, term) => {
    if (label === chosen) terms.push({ fact: model.vectors.names[feature]!, weight: term });
  });
  return terms.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, MAX_FEATURES);
}

function eachTerm(
  { starts, indices, values }: FeatureRows,
  leaf: number,
  table: ScoreTable,
  take: (feature: number, label: number, term: number) => void,
): void {
  for (let i = starts[leaf]!; i < starts[leaf + 1]!; i++) {
    const feature = indices[i]!;
    for (let k = table.starts[feature]!; k < table.starts[feature + 1]!; k++)
      take(feature, table.labels[k]!, values[i]! * table.weights[k]!);
  }
}

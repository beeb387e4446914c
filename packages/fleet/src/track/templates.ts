import { alike } from './structure.js';

/** A group of pages with the same structure. */
export interface Template {
  /** Fingerprints of the first and the latest pages. */
  readonly examples: string[];
  pages: number;
  /** True if part of the baseline; later templates are candidates until accepted. */
  known: boolean;
}

/**
 * Least similarity of pages of one template. Set on the lab's corpora `newspapers` and `wcxb`: of pairs from different
 * sites, 99 % share at most 0.02 of their paths; of pairs of one site and type, half share more than 0.70 to 0.80, and
 * 10 % less than 0.21 to 0.44. Several examples per template close that gap.
 */
const LEAST_ALIKE = 0.3;

/** Limits per template and per site; beyond the latter the rarest candidate is dropped. */
const MOST_EXAMPLES = 5;
const MOST_TEMPLATES = 40;

/** The most similar template, if similar enough. */
export function templateOf(templates: readonly Template[], structure: string): Template | undefined {
  let best: Template | undefined;
  let most = LEAST_ALIKE;
  for (const template of templates) {
    const likeness = Math.max(...template.examples.map(example => alike(example, structure)));
    if (likeness < most) continue;
    best = template;
    most = likeness;
  }
  return best;
}

/** Adds a page to its template or a new one; returns true if the template was known. */
export function addPage(templates: Template[], structure: string, learning: boolean): boolean {
  const template = templateOf(templates, structure);
  if (template === undefined) {
    if (templates.length >= MOST_TEMPLATES) dropRarest(templates);
    templates.push({ examples: [structure], pages: 1, known: learning });
    return learning;
  }
  template.pages++;
  // The first example stays, the latest rotate, to follow gradual changes.
  if (template.examples.length < MOST_EXAMPLES) template.examples.push(structure);
  else template.examples[1 + (template.pages % (MOST_EXAMPLES - 1))] = structure;
  if (learning) template.known = true;
  return template.known;
}

function dropRarest(templates: Template[]): void {
  let rarest = 0;
  for (const [place, { pages, known }] of templates.entries()) {
    const other = templates[rarest]!;
    if (Number(known) < Number(other.known) || (known === other.known && pages < other.pages)) rarest = place;
  }
  templates.splice(rarest, 1);
}

/** Makes all templates part of the baseline. */
export function acceptCandidates(templates: readonly Template[]): void {
  for (const template of templates) template.known = true;
}

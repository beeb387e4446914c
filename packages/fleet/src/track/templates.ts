import { alike } from './structure.js';

/** A way in which pages of a site are built. */
export interface Template {
  /** Fingerprints of some of its pages: the first, and the latest. */
  readonly examples: string[];
  pages: number;
  /** Whether it belongs to what the site was like; what came later is a candidate until it is accepted. */
  known: boolean;
}

/**
 * Pages that share less than this of their paths are built differently. Set on the pages of the lab's corpora
 * `newspapers` and `wcxb`: of pairs from different sites, 99 in 100 share at most 0.02; of pairs of one site and type,
 * half share more than 0.70 to 0.80, and one in ten less than 0.21 to 0.44. Several examples a template close that gap.
 */
const LEAST_ALIKE = 0.3;

/** Examples kept of a template, and templates of a site; beyond that the rarest candidate goes. */
const MOST_EXAMPLES = 5;
const MOST_TEMPLATES = 40;

/** The template that a page is built by: the most alike, where one is alike enough. */
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

/** Counts a page to its template, or to a new one; says whether the template was known. */
export function addPage(templates: Template[], structure: string, learning: boolean): boolean {
  const template = templateOf(templates, structure);
  if (template === undefined) {
    if (templates.length >= MOST_TEMPLATES) dropRarest(templates);
    templates.push({ examples: [structure], pages: 1, known: learning });
    return learning;
  }
  template.pages++;
  // The first example stays, the latest take turns: a site that changes by and by is followed.
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

/** Takes what came later as what the site is like now. */
export function acceptCandidates(templates: readonly Template[]): void {
  for (const template of templates) template.known = true;
}

import type { Random } from '@webpith/learn';

/** What the pages of one generated site have in common. */
export interface Template {
  readonly titleTag: 'h1' | 'h2' | 'div';
  readonly titleSize: number;
  readonly paragraphs: 'p' | 'br';
  readonly sidebar: 'left' | 'right' | 'none';
  readonly menuLinks: number;
  readonly isMenuColumn: boolean;
  readonly pageWidth: number;
  /** Without styles a page is drawn as those of the corpora are, whose style sheets are missing. */
  readonly isStyled: boolean;
  /** Noises around the title and body that the paper names. */
  readonly hasBreakingNews: boolean;
  readonly hasCategory: boolean;
  readonly hasSubtitle: boolean;
  readonly hasHighlights: boolean;
  readonly hasComments: boolean;
  /** Elements around the body that show nothing but it. */
  readonly wrappers: number;
}

/** Draws the template of a site. */
export function drawTemplate(random: Random, isStyled: boolean): Template {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random.next() * values.length)]!;
  const coin = () => random.next() < 0.5;
  return {
    isStyled,
    titleTag: pick(['h1', 'h2', 'div'] as const),
    titleSize: 22 + Math.floor(random.next() * 20),
    paragraphs: random.next() < 0.8 ? 'p' : 'br',
    sidebar: pick(['left', 'right', 'none'] as const),
    menuLinks: 5 + Math.floor(random.next() * 20),
    isMenuColumn: coin(),
    pageWidth: 900 + Math.floor(random.next() * 380),
    hasBreakingNews: coin(),
    hasCategory: coin(),
    hasSubtitle: coin(),
    hasHighlights: coin(),
    hasComments: coin(),
    wrappers: Math.floor(random.next() * 4),
  };
}

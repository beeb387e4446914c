import type { Random } from '@webpith/learn';

/** Properties shared by the pages of a generated site. */
export interface Template {
  readonly titleTag: 'h1' | 'h2' | 'div';
  readonly titleSize: number;
  readonly paragraphs: 'p' | 'br';
  readonly sidebar: 'left' | 'right' | 'none';
  readonly menuLinks: number;
  readonly isMenuColumn: boolean;
  readonly pageWidth: number;
  /** Unstyled pages are drawn like corpus pages whose style sheets are missing. */
  readonly isStyled: boolean;
  /** Kinds of noise around title and body listed in the paper. */
  readonly hasBreakingNews: boolean;
  readonly hasCategory: boolean;
  readonly hasSubtitle: boolean;
  readonly hasHighlights: boolean;
  readonly hasComments: boolean;
  /** Number of wrappers around the body. */
  readonly wrappers: number;
}

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

import type * as render from '@webpith/render';

/** The package that draws pages, as the commands use it. */
export type Renderer = Pick<
  typeof render,
  'archivePage' | 'openPool' | 'RICH_STYLES' | 'richArticle' | 'richTexts' | 'findChromium'
>;

/** The renderer, loaded when it is first needed. */
export async function loadRenderer(): Promise<Renderer> {
  return await import('@webpith/render');
}

import * as commonmark from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Makes HTML of Markdown. */
export type Renderer = (markdown: string) => string;

const marked = new Marked({ gfm: true });

const markdownIt = new MarkdownIt({ html: true, linkify: true });
// Its own check of addresses would hide what we let through, and decoded addresses are not what we said.
markdownIt.validateLink = () => true;
markdownIt.normalizeLinkText = text => text;

const parser = new commonmark.Parser();
const writer = new commonmark.HtmlRenderer({ safe: false });

/** Micromark's GFM without its filter of tags, which would hide what we let through. */
function unfilteredGfm() {
  const extension = gfmHtml();
  const { htmlFlowData: _flow, htmlTextData: _text, ...exit } = extension.exit ?? {};
  return { ...extension, exit };
}

const gfmSyntax = gfm();
const gfmWriter = unfilteredGfm();

/** The renderers that Markdown is held against, each as open as it can be: raw HTML, any scheme, bare addresses linked. */
export const RENDERERS = {
  marked: markdown => marked.parse(markdown, { async: false }),
  'markdown-it': markdown => markdownIt.render(markdown),
  commonmark: markdown => writer.render(parser.parse(markdown)),
  micromark: markdown =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfmSyntax],
      htmlExtensions: [gfmWriter],
    }),
} as const satisfies Record<string, Renderer>;

/** Name of a renderer. */
export type RendererName = keyof typeof RENDERERS;

/** The names of the renderers. */
export const RENDERER_NAMES = Object.keys(RENDERERS) as RendererName[];

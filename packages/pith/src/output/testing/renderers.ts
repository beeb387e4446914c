import * as commonmark from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Renders Markdown to HTML. */
export type Renderer = (markdown: string) => string;

const marked = new Marked({ gfm: true });

const markdownIt = new MarkdownIt({ html: true, linkify: true });
// The URL check of markdown-it would hide faults, and its decoding changes URLs.
markdownIt.validateLink = () => true;
markdownIt.normalizeLinkText = text => text;

const parser = new commonmark.Parser();
const writer = new commonmark.HtmlRenderer({ safe: false });

/** Micromark's GFM without its tag filter, which would hide faults. */
function unfilteredGfm() {
  const extension = gfmHtml();
  const { htmlFlowData: _flow, htmlTextData: _text, ...exit } = extension.exit ?? {};
  return { ...extension, exit };
}

const gfmSyntax = gfm();
const gfmWriter = unfilteredGfm();

/** The renderers under test, as permissive as possible: raw HTML, any scheme, bare URLs. */
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

export type RendererName = keyof typeof RENDERERS;

export const RENDERER_NAMES = Object.keys(RENDERERS) as RendererName[];

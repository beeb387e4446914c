import { posix } from 'node:path';
import highlighter from 'highlight.js';
import MarkdownIt from 'markdown-it';
import { addressOf, headingNames, relativeAddress } from './address.js';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly name: string;
}

/** The text of a page from one heading to the next, for the search. */
export interface Section {
  readonly heading: string;
  /** Id of the heading; empty for the text before the first. */
  readonly name: string;
  readonly text: string;
}

export interface SitePage {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** Repository files that it links to or shows, with the id of the heading, if any. */
  readonly links: readonly { readonly file: string; readonly heading?: string }[];
}

/** The markup of a code block with classes by kind of token; empty for unknown languages, which are then only escaped. */
function highlighted(code: string, language: string): string {
  if (highlighter.getLanguage(language) === undefined) return '';
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

export function pageFromMarkdown(file: string, source: string): SitePage {
  const markdown = new MarkdownIt({ html: true, highlight: highlighted });
  const address = addressOf(file);
  const tokens = markdown.parse(source, {});
  const headings = nameHeadings(tokens);
  const links = relink(tokens, file, address);
  const title = headings[0]?.text ?? posix.basename(file, '.md');
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { file, address, title, html, headings, sections: sectionsOf(tokens, headings), links };
}

function nameHeadings(tokens: readonly Token[]): Heading[] {
  const nameOf = headingNames();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const text = plain(tokens[i + 1]!);
    const name = nameOf(text);
    token.attrSet('id', name);
    return [{ level: Number(token.tag.slice(1)), text, name }];
  });
}

/** Rewrites links and images to addresses of the site; returns their targets in the repository. */
function relink(tokens: readonly Token[], file: string, address: string): SitePage['links'] {
  const links: { file: string; heading?: string }[] = picturesIn(tokens, file);
  for (const token of tokens.flatMap(token => token.children ?? [])) {
    const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
    const target = attribute === undefined ? null : String(token.attrGet(attribute) ?? '');
    if (attribute === undefined || target === null || target === '' || /^[a-z][a-z+.-]*:/i.test(target))
      continue;
    const [path = '', heading] = decodeURIComponent(target).split('#');
    const meant = path === '' ? file : posix.join(posix.dirname(file), path);
    links.push({ file: meant, ...(heading === undefined ? {} : { heading }) });
    const to = relativeAddress(address, addressOf(isFolder(meant) ? `${meant}/README.md` : meant));
    token.attrSet(attribute, heading === undefined ? to : `${path === '' ? '' : to}#${heading}`);
  }
  return links;
}

/** Images in HTML, whose addresses are the same on the site. */
function picturesIn(tokens: readonly Token[], file: string): { file: string }[] {
  const all = tokens.flatMap(token => [token, ...(token.children ?? [])]);
  const written = all.filter(({ type }) => type === 'html_block' || type === 'html_inline');
  return written.flatMap(({ content }) =>
    [...content.matchAll(/<img\b[^>]*\bsrc="([^":]+)"/g)].map(([, src]) => ({
      file: posix.join(posix.dirname(file), src!),
    })),
  );
}

/** True if a path is a folder, whose page is its README. */
export function isFolder(path: string): boolean {
  return path.endsWith('/') || (posix.extname(path) === '' && posix.basename(path) !== 'LICENSE');
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { heading: string; name: string; text: string }[] = [{ heading: '', name: '', text: '' }];
  let next = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { text, name } = headings[next++]!;
      sections.push({ heading: text, name, text: '' });
    } else if (
      token.type === 'fence' ||
      (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open')
    ) {
      sections.at(-1)!.text += `${token.type === 'fence' ? token.content : plain(token)} `;
    }
  }
  return sections.filter(({ heading, text }) => heading !== '' || text.trim() !== '');
}

/** The text of an inline token. */
function plain(token: Token): string {
  return (token.children ?? [])
    .map(child => (child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.content))
    .join('')
    .trim();
}

import { describe, expect, it } from 'vitest';
import { extractByScores } from '../extract.js';
import { extract, render } from '../index.js';

const TITLE = 'The harbour master counts his boats';
const LINES = [
  'Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.',
  'He has done so for thirty years, and the books fill a shelf above the stove in the office at the end of the pier.',
  'Nobody has asked for the numbers yet, he says, but somebody will, and then they will be there, evening for evening.',
];
const pageOf = (between = '', heading = TITLE) =>
  `<title>${TITLE}</title><nav><a href="/">Home</a> <a href="/boats">Boats</a></nav><main><h1>${heading}</h1>${between}${LINES.map(line => `<p>${line}</p>`).join('')}</main>`;

describe('the heading that repeats the title', () => {
  it('is not content, with a reason', () => {
    const article = extract(pageOf());
    expect(article.title).toBe(TITLE);
    expect(article.text).toBe(LINES.join('\n\n'));
    expect(article.explain().find(({ text }) => text === TITLE)).toMatchObject({
      kept: false,
      reason: 'the title, which is shown separately',
    });
  });

  it('is printed once on request', () => {
    for (const heading of [TITLE, `“${TITLE.toUpperCase()}”`, 'How many boats are in?']) {
      const article = extract(pageOf('', heading), { include: { title: true } });
      const said = article.text.toLowerCase().split(article.title!.toLowerCase()).length - 1;
      expect(said).toBe(1);
    }
    const article = extract(pageOf());
    expect(render(article, 'markdown', { title: true }).split(TITLE)).toHaveLength(2);
    const { type, level } = { type: 'heading', level: 1 } as const;
    const headed = { ...article, content: [{ type, level, children: [{ type: 'text', text: TITLE }] }] };
    expect(render(headed as never, 'text', { title: true })).toBe(TITLE);
    expect(render(headed as never, 'text')).toBe(TITLE);
  });

  it('keeps the images between it and the text', () => {
    const picture = '<figure><img src="https://quay.example/boats.jpg" alt="Boats"></figure>';
    const { content } = extract(pageOf(picture));
    expect(content.map(({ type }) => type)).toEqual(['figure', 'paragraph', 'paragraph', 'paragraph']);
  });

  it('keeps a bare image there too, whether the heading was kept or not', () => {
    const blocks = [TITLE, ...LINES];
    const html = pageOf(
      '<div><img src="https://quay.example/boats.jpg" alt="Boats" width=800 height=600></div>',
    );
    for (const title of [0.1, 0.9]) {
      const { content, text } = extractByScores(html, {}, ({ page: facts }) =>
        Float32Array.from(facts.blocks.texts, own =>
          own === TITLE ? title : blocks.includes(own) ? 0.9 : 0.1,
        ),
      );
      expect(content[0]).toMatchObject({ type: 'image', alt: 'Boats' });
      expect(text).toBe(LINES.join('\n\n'));
    }
  });

  it('drops an image there that links to another page', () => {
    const teaser = (href: string) => `<a href="${href}"><img src="/other.jpg" width=800 height=600></a>`;
    expect(extract(pageOf(teaser('/other'))).content[0]).toMatchObject({ type: 'paragraph' });
    expect(extract(pageOf(teaser('/other-large.jpg'))).content[0]).toMatchObject({ type: 'image' });
  });

  it('is not content even if it is not a heading element', () => {
    const { text } = extract(pageOf().replaceAll('h1>', 'div>'));
    expect(text).toBe(LINES.join('\n\n'));
  });

  it('stays if it differs from the title, or if nothing else is kept', () => {
    const parts =
      '<h2>Who asks for the numbers</h2><p>The fishery office did, once, in the year of the great storm.</p>';
    expect(extract(pageOf(parts)).content[0]).toMatchObject({ type: 'heading', level: 2 });
    expect(extract(`<title>${TITLE}</title><h1>${TITLE}</h1>`).text).toBe(TITLE);
  });
});

describe('the first heading of the text', () => {
  const named = (title: string, headings: string) =>
    extract(`<title>${title}</title><main>${headings}${LINES.map(line => `<p>${line}</p>`).join('')}</main>`);

  it('is in Markdown and HTML, not in the text, if the head has another title', () => {
    const article = named('Harbours of the north coast', `<h1>${TITLE}</h1>`);
    expect(article.markdown).toBe(`## ${TITLE}\n\n${LINES.join('\n\n')}`);
    expect(article.html).toContain(`<h2>${TITLE}</h2>`);
    expect(article.text).toBe(LINES.join('\n\n'));
    expect(render(article, 'markdown', { title: true }).split(TITLE)).toHaveLength(2);
  });

  it.each([TITLE, `${TITLE} | Quay News`, 'The harbour master'])(
    'is only the title if the head has %s',
    title => {
      expect(named(title, `<h1>${TITLE}</h1>`).markdown).toBe(LINES.join('\n\n'));
    },
  );

  it('is in Markdown and HTML below the title', () => {
    const article = named(TITLE, `<h1>${TITLE}</h1><h3>On the quay</h3>`);
    expect(article.markdown).toBe(`### On the quay\n\n${LINES.join('\n\n')}`);
  });
});

/**
 * Writes the pages, gold texts and labels of this folder: `npx tsx --conditions=pith-source examples/corpus/write.ts`.
 * In the templates, the attribute `l` is the label of the leaves in an element; it is removed from the pages.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type LeafLabel, pageDigest, visibleLeaves, writeLabels } from '@webpith/lab';
import { treeFromHtml } from 'webpith/stages';

const SENTENCES = [
  'The new pier was opened on Friday, and most of the town came to walk on it.',
  'Builders had worked on it for nine months, through two storms and a strike of the crane drivers.',
  'The mayor said that the old planks would be given to anyone who came with a cart.',
  'Fishermen had asked for a longer quay since the herring came back to the bay.',
  'Nobody could say yet how much the work has cost, but the council expects the bill in June.',
  'A school choir sang three songs, and the last of them was drowned by the horn of the ferry.',
  'For the first time in years the lamps along the water were lit all night.',
  'The harbour office counted forty boats at noon, twice as many as on an ordinary Friday.',
  'Water from the upper valley reached the mill shortly after midnight.',
  'Firemen carried sand to the bridge, while the miller and his sons opened the gates.',
  'The road to the station stays closed until engineers have looked at its foundations.',
  'In the morning the river had fallen by a hand, and the first cellars could be pumped dry.',
  'Farmers on the low fields lost most of their early barley.',
  'The council will meet on Tuesday to talk about a second dam above the village.',
  'Old people remember a flood like this from the year in which the church clock stopped.',
  'Volunteers cooked soup for two hundred in the hall behind the inn.',
  'The museum has bought a map of the coast that was drawn by a pilot three centuries ago.',
  'It shows two islands which no later map shows, and a lighthouse that was never built.',
  'Visitors can see it from Sunday, next to the instruments of the same pilot.',
  'A historian from the university called it the most careful map of its time.',
  'The apples are small this year, but there are more of them than the trees can carry.',
  'Growers blame a dry spring and a swarm of bees that left in May.',
  'Most of the harvest goes to the press, where a litre costs less than in the year before.',
  'A new ferry will cross the bay every hour from the first of the month.',
];

const COMMENTS = [
  'My grandfather worked on the old one, he would have liked to see this.',
  'I was there and could not hear a word of the speech.',
  'Does anyone know whether bicycles are allowed?',
  'Thank you for the report, it is the best that I have read about it.',
  'They should have done this ten years ago, as we all said.',
];

const PEOPLE = ['Ada Holm', 'Jonas Reik', 'Mira Solberg', 'Tom Arden', 'Ines Okafor'];

interface Story {
  readonly title: string;
  /** Number of its first sentence, of its paragraphs and of its comments. */
  readonly first: number;
  readonly paragraphs: number;
  readonly comments: number;
}

const STORIES: Readonly<Record<'harbour' | 'valley' | 'forum', readonly Story[]>> = {
  harbour: [
    { title: 'Town walks on its new pier', first: 0, paragraphs: 4, comments: 3 },
    { title: 'Forty boats at noon', first: 4, paragraphs: 3, comments: 0 },
    { title: 'Museum buys the map of a pilot', first: 16, paragraphs: 5, comments: 4 },
    { title: 'Ferry to cross the bay every hour', first: 21, paragraphs: 4, comments: 0 },
    { title: 'Lamps stay lit along the water', first: 6, paragraphs: 6, comments: 2 },
  ],
  valley: [
    { title: 'River reaches the mill', first: 8, paragraphs: 5, comments: 0 },
    { title: 'Barley lost on the low fields', first: 12, paragraphs: 4, comments: 3 },
    { title: 'Small apples, full baskets', first: 20, paragraphs: 3, comments: 0 },
    { title: 'Soup for two hundred', first: 14, paragraphs: 4, comments: 5 },
  ],
  forum: [
    { title: 'Which rope for a small boat?', first: 2, paragraphs: 5, comments: 0 },
    { title: 'Pumping a cellar after the flood', first: 9, paragraphs: 6, comments: 0 },
    { title: 'When to press early apples', first: 19, paragraphs: 4, comments: 0 },
  ],
};

const paragraph = (start: number) =>
  [0, 1, 2].map(i => SENTENCES[(start + 5 * i) % SENTENCES.length]).join(' ');
const paragraphsOf = ({ first, paragraphs }: Story) =>
  Array.from({ length: paragraphs }, (_, i) => paragraph(first + i));
const commentsOf = ({ first, comments }: Story) =>
  Array.from({ length: comments }, (_, i) => `${COMMENTS[(first + i) % 5]} ${COMMENTS[(first + i + 2) % 5]}`);
const person = (number: number) => PEOPLE[number % PEOPLE.length]!;
const list = <T>(items: readonly T[], write: (item: T, i: number) => string) => items.map(write).join('\n');

const others = (site: readonly Story[], own: Story) => site.filter(story => story !== own).slice(0, 3);

function harbourPage(story: Story, day: number): string {
  const comments = commentsOf(story);
  return `<!doctype html><html lang="en"><head><title>${story.title} | The Harbour Post</title>
<style>body{margin:0;font:16px/1.5 serif}.column{width:640px;float:left;padding:0 24px}.side{margin-left:712px;width:280px;font-size:14px}h1{font-size:34px}.foot{clear:both}</style></head>
<body><div class="top"><a href="/">The Harbour Post</a><ul class="menu"><li><a href="/town">Town</a></li><li><a href="/sea">Sea</a></li><li><a href="/sport">Sport</a></li></ul></div>
<div class="column"><div class="crumb"><a href="/town" l="category">Town</a></div><h1 l="title">${story.title}</h1>
<div class="by" l="author">By ${person(day)}</div><div class="date" l="date">${day} May 2024</div>
<div class="body">${list(paragraphsOf(story), text => `<p l="paragraph">${text}</p>`)}</div>
<div class="share" l="social bookmark"><a href="/share">Share this story</a></div>
${comments.length === 0 ? '' : `<div class="comments" id="comments" l="comments"><h3>${comments.length} comments</h3>${list(comments, (text, i) => `<div class="comment"><b>${person(i + day)}</b><p>${text}</p></div>`)}</div>`}</div>
<div class="side"><h4 l="related article">More stories</h4><ul>${list(others(STORIES.harbour, story), ({ title }) => `<li><a href="/story" l="related article">${title}</a></li>`)}</ul><div class="offer" l="advertisement">Ropes and sails at half the price until Sunday</div></div>
<div class="foot"><span l="copyright">© The Harbour Post</span> <a href="/contact" l="contact">Contact the editors</a> <a href="/feed" l="RSS feed">RSS</a></div></body></html>`;
}

function valleyPage(story: Story, day: number): string {
  const [opening, ...rest] = paragraphsOf(story);
  const comments = commentsOf(story);
  return `<!doctype html><html lang="en"><head><title>${story.title} - Valley Voice</title>
<style>body{font:15px/1.6 sans-serif;max-width:760px;margin:0 auto}nav a{margin-right:12px}h1{font-size:28px}footer{font-size:12px}</style></head>
<body><header><a href="/">Valley Voice</a><nav><a href="/news">News</a> <a href="/farms">Farms</a> <a href="/weather">Weather</a></nav></header>
<main><article><h1 l="title">${story.title}</h1><p class="meta"><time l="date">2024-06-0${day}</time> <span class="author" l="author">${person(day + 2)}</span></p>
<p class="lead" l="introduction">${opening}</p>
<h2 l="heading">What happened</h2>
${list(rest, text => `<p l="paragraph">${text}</p>`)}
<ul class="tags"><li><a href="/tag/river" l="tags">river</a></li><li><a href="/tag/council" l="tags">council</a></li></ul></article>
${comments.length === 0 ? '' : `<section class="comment-list" l="comments"><h2>Comments</h2><ol>${list(comments, (text, i) => `<li class="comment"><cite>${person(i)}</cite><p>${text}</p></li>`)}</ol></section>`}</main>
<aside><h3 l="recommendation">Read next</h3>${list(others(STORIES.valley, story), ({ title }) => `<p><a href="/next" l="recommendation">${title}</a></p>`)}</aside>
<footer><p l="copyright">© Valley Voice, all rights reserved.</p></footer></body></html>`;
}

function forumPage(story: Story, day: number): string {
  return `<!doctype html><html lang="en"><head><title>${story.title} - Boats and Barns</title></head>
<body><div class="navigation"><a href="/">Boats and Barns</a> <a href="/new">New topics</a> <a href="/search">Search</a></div>
<h1>${story.title}</h1><div class="thread">
${list(paragraphsOf(story), (text, i) => `<div class="post" id="post-${i}"><div class="user">${person(i + day)}</div><div class="when">${day} July 2024</div><div class="message">${text}</div></div>`)}
</div><div class="footer">Boats and Barns is run by volunteers. <a href="/rules">Rules</a></div></body></html>`;
}

const MARK = / l="[^"]*"/g;

const folder = fileURLToPath(new URL('.', import.meta.url));

async function writePage(id: string, marked: string, gold: object, isLabelled: boolean): Promise<string> {
  const html = Buffer.from(marked.replace(MARK, ''));
  await writeFile(`${folder}html/${id}.html.gz`, gzipSync(html, { level: 9 }));
  if (isLabelled) {
    const nodes = labelsOf(marked, html.toString());
    await writeLabels(folder, { id, digest: pageDigest(html), nodes, annotator: 'the template' });
  }
  return JSON.stringify({ id, ...gold });
}

function labelsOf(marked: string, plain: string): Record<number, LeafLabel> {
  const tree = treeFromHtml(marked);
  const label = (node: number): string => {
    for (let up = node; up > 0; up = tree.parent[up]!) {
      const mark = tree.attributes(up).find(([name]) => name === 'l');
      if (mark !== undefined) return mark[1];
    }
    return 'none';
  };
  const leaves = visibleLeaves(treeFromHtml(plain));
  return Object.fromEntries(leaves.map(({ node }) => [node, label(node) as LeafLabel]));
}

await rm(`${folder}html`, { recursive: true, force: true });
await mkdir(`${folder}html`);
const lines: string[] = [];
for (const [site, stories] of Object.entries(STORIES)) {
  for (const [i, story] of stories.entries()) {
    const day = i + 1;
    const id = `${site}-${day}`;
    const texts = paragraphsOf(story);
    const isForum = site === 'forum';
    const make = isForum ? forumPage : site === 'harbour' ? harbourPage : valleyPage;
    const text = site === 'valley' ? [texts[0], 'What happened', ...texts.slice(1)] : texts;
    const gold = {
      url: `https://${site}.example/story-${day}`,
      type: isForum ? 'forum' : 'article',
      title: story.title,
      text: text.join('\n'),
      ...(isForum ? {} : { comments: commentsOf(story) }),
    };
    lines.push(await writePage(id, make(story, day), gold, !isForum));
  }
}
await writeFile(`${folder}pages.jsonl`, `${lines.join('\n')}\n`);

/** Pages of two invented sites with different templates, for the guided example of the wrapper. */

const TITLES = [
  'The ferry gets a second engine',
  'A bench for every mile of the dyke',
  'The night the lamps went out',
  'Who counts the herons',
  'The last rope walk closes its doors',
  'A map drawn from memory',
  'The bakery that opens at four',
  'Forty years of high water',
  'The bridge keeper’s notebook',
  'A school on stilts',
  'The well that never froze',
  'Apples from an empty village',
];

const SENTENCES = [
  'Nobody had asked for it, and yet everybody came to look when the crate was lifted from the barge.',
  'The council set aside a modest sum, and the rest was collected in jars on the counters of the shops.',
  'An old plan turned up in the vestry, with measurements in fathoms and a note about the price of tar.',
  'It rained for most of that week, which gave the carpenters time to sharpen what had gone blunt.',
  'The schoolmistress kept a list of names, and she read it out again when the work was finished.',
  'Visitors from the city took photographs, but they left before the tide had turned.',
  'Some of the neighbours had doubts, and said so at the meeting, where they were written down.',
  'By the end of the summer the question was no longer whether, but how soon it could be done again.',
  'The timber came down the river in spring, and it smelled of resin until the first frost.',
  'A clerk had forgotten one signature, so that the paper travelled to the capital and back twice.',
  'Children carried messages from one bank to the other, and were paid in buttered rolls.',
];

function paragraphs(number: number): string {
  return Array.from({ length: 4 + (number % 3) }, (_, at) => {
    const sentence = (next: number) => SENTENCES[(number * 5 + at * 3 + next) % SENTENCES.length];
    return `<p>${sentence(0)} ${sentence(1)} ${sentence(4)}</p>`;
  }).join('\n');
}

const titleOf = (number: number) => TITLES[number % TITLES.length]!;

export const EXAMPLE_PAGES = 10;

/** A page of the site to label, by number from 0. */
export function pageToLabel(number: number): { html: string; url: string } {
  const others = [1, 2, 3].map(step => `<li><a href="/${number + step}">${titleOf(number + step)}</a></li>`);
  return {
    url: `https://harbour-post.example/stories/${number + 1}`,
    html: `<!doctype html><html lang="en"><head><title>${titleOf(number)} | The Harbour Post</title></head><body>
<div id="top"><b>The Harbour Post</b> <a href="/">Home</a> <a href="/harbour">Harbour</a> <a href="/letters">Letters</a></div>
<div id="page"><div class="story"><h1>${titleOf(number)}</h1>
${paragraphs(number)}</div>
<div class="more"><h3>More stories</h3><ul>${others.join('')}</ul></div></div>
<div id="bottom"><a href="/contact">Contact</a> <a href="/terms">Terms of use</a> Printed every Thursday.</div></body></html>`,
  };
}

/** A page of the other site, from which the wrapper extracts. */
export function pageOfOtherSite(): { html: string; url: string } {
  const links = Array.from({ length: 6 }, (_, at) => `<a href="/s/${at}">${titleOf(at)}</a>`);
  return {
    url: 'https://inland-weekly.example/a/apples',
    html: `<!doctype html><html lang="en"><head><title>Inland Weekly: ${titleOf(11)}</title></head><body>
<header><a href="/"><strong>Inland Weekly</strong></a><nav>${links.slice(0, 3).join(' ')}</nav></header>
<main><section class="lead"><h2 class="headline">${titleOf(11)}</h2></section>
<section class="copy">${paragraphs(11)}</section></main>
<aside><h4>Also this week</h4>${links.map(link => `<p>${link}</p>`).join('')}<p>Write to the editors before Tuesday.</p></aside>
<footer>Inland Weekly appears in eleven towns. <a href="/about">About</a></footer></body></html>`,
  };
}

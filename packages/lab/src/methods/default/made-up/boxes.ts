import { element, link, list } from './markup.js';
import type { Words } from './words.js';

/** A box beside the text of a page. */
export interface Box {
  readonly heading: string;
  readonly body: string;
}

type MakeBox = (words: Words) => Box;

/** Boxes in the sidebars of blogs. */
const SIDEBAR: readonly MakeBox[] = [
  w => ({ heading: 'Archives', body: list(w.some(6, 60, i => link(w.monthBefore(i)))) }),
  w => ({ heading: 'Categories', body: list(w.some(6, 25, () => link(w.topic()) + postCount(w))) }),
  w => ({
    heading: w.pick(['Recent Posts', 'Recent Entries', 'Latest']),
    body: list(w.some(5, 14, () => link(w.postTitle()))),
  }),
  w => ({ heading: 'Recent Comments', body: list(w.some(5, 12, () => recentComment(w))) }),
  w => ({
    heading: w.pick(['Blogroll', 'Links', 'Friends']),
    body: list(w.some(8, 30, () => link(`${w.adjective()} ${w.noun()}`))),
  }),
  w => ({
    heading: w.pick(['About', 'About Me', 'About the author', 'Who I am']),
    body: `<p>${w.sentences(1, 6)}</p>`,
  }),
  w => ({
    heading: w.pick(['Subscribe', 'Free updates by email']),
    body: `<form><p>Enter your email address:</p><input name=email><p>preview</p><input type=submit value=Subscribe></form><p>Delivered by ${link('FeedMailer')}</p>`,
  }),
  () => ({ heading: 'Feeds', body: list([link('Posts RSS'), link('Comments RSS')]) }),
  () => ({
    heading: 'Search',
    body: '<form><input name=q><input type=submit value=Search> the web this site</form>',
  }),
  w => ({
    heading: w.pick(['My Books', 'Books', 'What I am reading']),
    body: w.some(2, 8, () => book(w)).join(''),
  }),
  w => ({
    heading: w.pick(['Upcoming talks', 'Events']),
    body: w
      .some(2, 4, () => element('div', '', `<h3>${w.postTitle()}</h3>${w.date()} ${w.sentence()}`))
      .join(''),
  }),
  w => ({
    heading: w.pick(['Things I believe', 'What I have learned']),
    body: list(w.some(4, 16, i => `${w.chance(0.5) ? `${i + 1}. ` : ''}${w.sentence()}`)),
  }),
  w => ({ heading: 'Tags', body: element('div', 'class=tagcloud', w.some(20, 60, () => tag(w)).join(' ')) }),
  w => ({ heading: 'Disclaimer', body: `<p>${w.sentences(2, 5)}</p>` }),
  w => ({
    heading: w.pick(['In the press', 'My writing elsewhere']),
    body: list(w.some(4, 14, () => `${link(w.postTitle())} - ${w.noun()} Times`)),
  }),
  w => ({ heading: 'Calendar', body: calendar(w) }),
];

const postCount = (w: Words) => (w.chance(0.5) ? ` (${1 + w.below(400)})` : '');
const recentComment = (w: Words) =>
  `${w.chance(0.5) ? link(w.firstName()) : w.firstName()} on ${link(w.postTitle())}`;
const book = (w: Words) =>
  element('div', '', `${link('<img src=b.jpg>')}${link(w.postTitle())}: ${w.sentence()}`);
const tag = (w: Words) =>
  `<a href="/t" style="font-size:${8 + w.below(14)}pt">${w.chance(0.5) ? w.topic() : w.noun()}</a>`;

function calendar(w: Words): string {
  const head = [...'SMTWTFS'].map(day => `<th>${day}</th>`).join('');
  const weeks = Array.from({ length: 5 }, (_, week) => {
    const days = Array.from({ length: 7 }, (_, day) => `${week * 7 + day + 1}`);
    return `<tr>${days.map(day => `<td>${w.chance(0.2) ? link(day) : day}</td>`).join('')}</tr>`;
  });
  return `<table><caption>${w.monthBefore(w.below(12))}</caption><tr>${head}</tr>${weeks.join('')}</table>`;
}

export const sidebarBox = (words: Words): Box => words.pick(SIDEBAR)(words);

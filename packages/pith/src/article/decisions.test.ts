import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extract } from '../index.js';

/** User time of a complete explanation, which must grow linearly with the page, whatever the page repeats. */
function cost(paragraphs: number): number {
  const article = extract(`<title>t</title>${'<p>para words and more'.repeat(paragraphs)}`);
  article.explain()[0]!.evidence;
  const before = process.cpuUsage();
  for (const decision of article.explain()) JSON.stringify(decision);
  return process.cpuUsage(before).user / 1000;
}

describe('the explanation of every block', () => {
  it('takes time in proportion to the page', () => {
    cost(200);
    const costs = [400, 1600].map(size => Math.min(cost(size), cost(size)));
    expect(costs[1]).toBeLessThan(6 * costs[0]! + 50);
  });

  it('has the paths of elements with thousands of siblings', () => {
    const html = `<body>${'<p>para words and more</p><!-- no element -->text'.repeat(3000)}`;
    const decisions = extract(html).explain();
    expect(decisions[0]!.path).toBe('body:1 > p:1');
    expect(decisions.filter(({ path }) => path === 'body:1 > p:3000')).toHaveLength(1);
  });

  it('names a decision close only if a block with a similar score was decided the other way', () => {
    const closeOn = (name: string) =>
      extract(readFileSync(new URL(`../../../../test/pages/${name}/source.html`, import.meta.url)))
        .explain()
        .filter(({ summary }) => summary.endsWith('; a close decision.'));
    // All paragraphs score alike, which puts the threshold beside them but no dropped block.
    expect(closeOn('chinese-gb18030')).toEqual([]);
    const close = ['definition-list', 'forum-phpbb-table', 'mathml'].flatMap(closeOn);
    for (const { score, cut } of close) expect(Math.abs(score - cut)).toBeLessThan(0.1);
    expect(close).not.toEqual([]);
  });

  it('names cells only in tables of data', () => {
    const subjectOn = (cell: string) =>
      extract(`<title>t</title><table><tr><td>${cell}<td>b</table>`).explain()[0]!.summary;
    expect(subjectOn('Two words')).toMatch(/: a table cell of 2 words\b/);
    expect(subjectOn('<p>Two words</p><p>c</p>')).toMatch(/: 2 words\b/);
  });

  it('names dates and single links', () => {
    const subjectOn = (html: string) => extract(`<title>t</title>${html}`).explain()[0]!.summary;
    for (const date of ['September 15, 2016', 'Thursday, 21 December 2023', '15.09.2016', '2016年9月15日'])
      expect(subjectOn(`<p>${date}</p>`), date).toMatch(/^(?:Kept|Dropped): a date\b/);
    expect(subjectOn('<p>Interview with Jane Doe, 15.09.2016</p>')).toMatch(/: 5 words\b/);
    expect(subjectOn('<p><a href=/t>Read the terms</a></p>')).toMatch(/: a link of 3 words\b/);
    expect(subjectOn('<p><a href=/a>About</a> <a href=/t>Terms</a></p>')).not.toMatch(/: a link/);
  });
});

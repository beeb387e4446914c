import { readArff } from '@webpith/learn/testing';
import { describe, expect, it } from 'vitest';
import {
  contentFromGold,
  instancesToArff,
  labelsFromAnnotations,
  labelsFromContent,
  pageInstances,
  type SegmentLabel,
  sampleLabels,
  TASKS,
} from './dataset.js';
import { featureAttributes, type SegmentedPage } from './features.js';
import { nodeOf, segmented, words } from './testing/pages.js';

const first = words(30, 1);
const second = words(25, 9);
const html = `<body><div id=page><div id=menu><ul id=list><li>Start</li><li>About the harbour office and its many other departments, numbers and addresses in town</li><li>Berths, prices, rules, licences, maps, weather, tides, tickets and everything else</li></ul></div>
  <div id=outer><div id=content><p>${first}</p><div id=part>${second}</div></div></div></div></body>`;

function labelsFromGold(page: SegmentedPage, text?: string): SegmentLabel[] | undefined {
  const content = contentFromGold(page.tree, { id: 'x', text });
  return content && labelsFromContent(page, content);
}

describe('labels from gold text', () => {
  const page = segmented(html);
  const labels = labelsFromGold(page, `${first}\n${second}`)!;
  const of = (id: string) => labels.find(label => label.node === nodeOf(page, id));

  it('find the largest uniform segment good, and its wrapper with it', () => {
    expect(of('content')).toMatchObject({ good: true, main: true });
    expect(of('outer')).toMatchObject({ good: true, main: true });
  });

  it('find a part of it main content but too fine: figure 6.3', () => {
    expect(of('part')).toMatchObject({ good: false, main: true });
  });

  it('find a menu good and noisy, and its items too fine', () => {
    expect(of('menu')).toMatchObject({ good: true, main: false });
    const item = labels.find(label => label.node === nodeOf(page, 'list') + 1);
    expect(item).toMatchObject({ good: false, main: false });
  });

  it('find a segment with menu and content in it bad', () => {
    expect(of('page')).toMatchObject({ good: false });
  });

  it('are undefined if the gold is missing or not on the page', () => {
    expect(labelsFromGold(page, 'entirely other words that nobody wrote on that page')).toBeUndefined();
    expect(labelsFromGold(page)).toBeUndefined();
  });
});

describe('manual labels', () => {
  const page = segmented(html);
  const given = (nodes: Record<number, string>) =>
    labelsFromAnnotations(page, { id: 'x', digest: '', nodes });

  it('are used directly if they are good or bad', () => {
    const menu = nodeOf(page, 'menu');
    const content = nodeOf(page, 'content');
    expect(
      given({
        [menu]: 'good segment, noisy content',
        [content]: 'Good main',
        [nodeOf(page, 'part')]: 'bad main',
      }),
    ).toEqual([
      { node: menu, good: true, main: false },
      { node: content, good: true, main: true },
      { node: nodeOf(page, 'part'), good: false, main: true },
    ]);
  });

  it('label all candidates if they mark a region', () => {
    const labels = given({ [nodeOf(page, 'content')]: 'article' })!;
    expect(labels.find(label => label.node === nodeOf(page, 'content'))).toMatchObject({
      good: true,
      main: true,
    });
    expect(labels.length).toBeGreaterThan(4);
  });

  it('are refused for missing nodes, and undefined if they label nothing', () => {
    expect(() => given({ 99999: 'main' })).toThrow(/99999.*Label the page again/);
    expect(given({ [nodeOf(page, 'menu')]: 'header' })).toBeUndefined();
  });
});

describe('the tasks', () => {
  it('map two labels to one by table 6.4', () => {
    const all = [true, false].flatMap(good => [true, false].map(main => ({ node: 1, good, main })));
    expect(all.map(TASKS.single.isPositive)).toEqual([true, false, false, false]);
    expect(all.map(TASKS.segment.isPositive)).toEqual([true, true, false, false]);
    expect(all.map(TASKS.content.isPositive)).toEqual([true, false, true, false]);
  });

  it('sample a bounded number of each kind, reproducibly', () => {
    const many: SegmentLabel[] = Array.from({ length: 90 }, (_, node) => ({
      node,
      good: node % 2 === 0,
      main: node % 3 === 0,
    }));
    const caps = { goodMain: 3, goodNoisy: 4, badMain: 5, badNoisy: 99 };
    const drawn = sampleLabels(many, caps, 7);
    const count = (good: boolean, main: boolean) =>
      drawn.filter(label => label.good === good && label.main === main).length;
    expect([count(true, true), count(true, false), count(false, true), count(false, false)]).toEqual([
      3, 4, 5, 30,
    ]);
    expect(sampleLabels(many, caps, 7)).toEqual(drawn);
  });

  it('round-trip through ARFF', () => {
    const page = segmented(html);
    const attributes = featureAttributes(false);
    const labels = labelsFromGold(page, `${first}\n${second}`)!;
    const arff = instancesToArff([pageInstances(page, labels, 'site')], 'segment');
    const { data, relation } = readArff(arff);
    expect(relation).toBe('seeker-segment');
    expect(data.attributes.map(attribute => attribute.name)).toEqual(
      attributes.map(attribute => attribute.name),
    );
    expect(Array.from(data.y, label => data.classes[label] === 'good')).toEqual(
      labels.map(label => label.good),
    );
  });
});

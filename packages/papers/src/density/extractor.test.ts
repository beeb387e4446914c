import { pageDigest } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { methods } from '../index.js';
import {
  DEFAULT_OPTIONS,
  type DensityExtraction,
  type DensityModel,
  densityExtractor,
  densityToJSON,
  loadDensityModel,
} from './extractor.js';
import { articlePage, commentedPage, prose, threadPage } from './testing/pages.js';
import { trainOwn } from './train.js';

const bytes = (html: string) => new TextEncoder().encode(html);
const model: DensityModel = {
  thresholds: { t1: 40, t2: 20 },
  options: DEFAULT_OPTIONS,
};
const extract = (html: string) =>
  densityExtractor(model).extract({ id: 'p', html: bytes(html) }) as DensityExtraction;

describe('the method density', () => {
  it('extracts an article', () => {
    const { type, title, regions } = extract(articlePage());
    expect(type).toBe('article');
    expect(title).toBe('The tide');
    expect(Object.keys(regions!)).toEqual(['article']);
    expect(regions!.article![0]).toContain(prose(3));
    expect(regions!.article![0]).not.toContain('All rights reserved');
  });

  it('extracts an article and its comments, with their relations', () => {
    const { type, comments, regions, relations, labels } = extract(commentedPage(4));
    expect(type).toBe('article-with-comments');
    expect(comments).toHaveLength(4);
    regions!.comments!.forEach((text, i) => {
      expect(text).toBe(prose(2, i));
    });
    const articles = Object.entries(labels!).filter(([, label]) => label === 'article');
    expect(articles).toHaveLength(1);
    for (const { of, commonParent, region } of relations) {
      expect(of).toBe(Number(articles[0]![0]));
      expect(labels![region]).toBe('comments');
      expect(commonParent).toBeLessThan(of);
    }
  });

  it('extracts the posts of a discussion', () => {
    const { type, regions } = extract(threadPage(6));
    expect(type).toBe('multiple');
    expect(regions!.multiple).toHaveLength(6);
  });

  it('returns an empty text for pages without text', () => {
    for (const html of [
      '',
      '<html></html>',
      '<div><div></div></div>',
      '<p>  </p>',
      '<script>var text</script>',
    ]) {
      expect(extract(html)).toMatchObject({ text: '', type: 'multiple', regions: {}, relations: [] });
    }
  });

  it('accepts pages nested 200,000 levels deep', () => {
    const depth = 200_000;
    for (const tag of ['div', 'b', 'div class=comment']) {
      const html = `<h1>T</h1>${`<${tag}>some text in here `.repeat(depth / 10)}${`<${tag}>`.repeat(depth)}${prose(3)}`;
      expect(extract(html).text.length).toBeGreaterThan(0);
    }
  });

  it('learns thresholds from labelled pages and reads its model back', async () => {
    const example = (html: string, type: string, nodes: Record<number, string> = {}) => ({
      page: { id: 'p', html: bytes(html), type, text: prose(30) },
      labels: { id: 'p', digest: pageDigest(bytes(html)), nodes },
    });
    const examples = [
      example(articlePage(), 'article'),
      example(articlePage(60), 'article'),
      example(threadPage(), 'forum'),
    ];
    const { model: trained } = await trainOwn(examples);
    const fitted = loadDensityModel(JSON.parse(JSON.stringify(trained)));
    expect(densityToJSON(fitted)).toEqual(trained);
    const types = [articlePage(), threadPage()].map(html => {
      const page = { id: 'p', html: bytes(html) };
      return (densityExtractor(fitted).extract(page) as DensityExtraction).type;
    });
    expect(types).toEqual(['article', 'multiple']);
  });

  it('rejects invalid models', () => {
    const json = densityToJSON(model);
    for (const bad of [null, {}, { ...json, version: 2 }])
      expect(() => loadDensityModel(bad)).toThrow(/density: expected a model file.*pith train density/);
    for (const weights of [
      { thresholds: { t1: 101, t2: 0 } },
      { options: { ...model.options, languages: ['xx'] } },
    ])
      expect(() => loadDensityModel({ ...json, weights: { ...json.weights, ...weights } })).toThrow(
        /density: expected thresholds t1/,
      );
  });
});

describe('shipped models', () => {
  it.each(['density', 'density-plus'])('%s extracts an article', async name => {
    // As the command does: `pith extract PAGE --method NAME --format json`.
    const extraction = await (await (await methods[name]!()).load()).extract({
      id: 'page',
      html: bytes(commentedPage(5)),
    });
    expect(extraction.text).toContain(prose(3));
    expect(JSON.parse(JSON.stringify(extraction))).toMatchObject({
      type: 'article-with-comments',
      regions: { article: [expect.any(String)], comments: expect.any(Array) },
    });
  });
});

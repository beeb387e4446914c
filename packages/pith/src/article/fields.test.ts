import { describe, expect, it } from 'vitest';
import { extract } from '../index.js';
import { FIELDS, namesIn } from './fields.js';

describe('the fields of an article', () => {
  const article = extract('<title>A boat</title><p>The boat was blue, and its sail was not.');

  it('are properties of an article', () => {
    expect(namesIn(FIELDS).filter(name => !(name in article))).toEqual([]);
  });

  it('are computed once', () => {
    for (const name of namesIn(FIELDS))
      if (name !== 'authors' && name !== 'tags' && name !== 'sources')
        expect(article[name]).toBe(article[name]);
  });

  it('are never undefined if the table lists them as always present', () => {
    const always = namesIn(FIELDS).filter(name => 'always' in FIELDS[name]);
    expect(always.filter(name => article[name] === undefined)).toEqual([]);
  });

  it('are all part of the JSON, except links to other pages', () => {
    const apart = ['nextPage', 'previousPage'];
    expect(Object.keys(article.toJSON()).sort()).toEqual(
      namesIn(FIELDS)
        .filter(name => !apart.includes(name))
        .sort(),
    );
    expect(JSON.parse(JSON.stringify(article))).toEqual(JSON.parse(JSON.stringify(article.toJSON())));
  });
});

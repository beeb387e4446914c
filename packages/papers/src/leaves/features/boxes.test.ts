import { visibleLeaves } from '@webpith/lab';
import { expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { leafText } from '../leaf-text.js';
import { growingDictionary } from './dictionary.js';
import { leafFeatures } from './feature-sets.js';

/** Features of box contents, by the leaf's text. */
function evidence(html: string): Record<string, string[]> {
  const tree = treeFromHtml(html);
  const dictionary = growingDictionary();
  const { starts, indices } = leafFeatures(tree, 'rich', dictionary);
  return Object.fromEntries(
    visibleLeaves(tree).map((leaf, i) => [
      leafText(tree, leaf),
      indices
        .slice(starts[i], starts[i + 1])
        .map(number => dictionary.names[number]!)
        .filter(name => /^(?:form|away|price|topic):/.test(name)),
    ]),
  );
}

it('has features for the fields of forms', () => {
  const found = evidence(`<title>Tide</title>
    <div><b>Get it weekly</b><label>Your address</label><input type="email"><i>No spam</i></div>
    <section><b>Log in</b><label>Name</label><input name="user"><label>Word</label><input type="password"></section>
    <p>Far away from both of them.</p>`);
  expect(found['Get it weekly']).toContain('form:email 1');
  expect(found['Log in']).toEqual(expect.arrayContaining(['form:password 1', 'form:text 1']));
  expect(found['Get it weekly']).not.toContain('form:password 1');
});

it('has features for links to other sites, prices, and teasers that share title words', () => {
  const found = evidence(`<title>Harbour bridge opens</title>
    <nav><a href="https://a.example/1">News</a><a href="https://a.example/2">Sport</a><a href="https://a.example/3">Arts</a></nav>
    <div><a href="https://shop.other.example/x">Blue boat</a><span>$30</span><a href="https://shop.other.example/y">Red boat</a></div>
    <ul><li><a href="/4">Why the harbour was closed</a><li><a href="/5">Bridge tolls are coming</a><li><a href="/6">Ten soups for winter</a></ul>`);
  expect(found['Blue boat']).toEqual(expect.arrayContaining(['away:1 5', 'price:1 1']));
  expect(found.News).toContain('away:1 0');
  expect(found['Ten soups for winter']).toContain('topic:1 3');
});

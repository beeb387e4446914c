import { visibleLeaves } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { fixedDictionary, growingDictionary, step, textTokens, valueTokens } from './dictionary.js';
import { drawnLeaves, type FeatureSet, leafFeatures } from './feature-sets.js';

/** Names of the features of each leaf. */
function namesOf(html: string, set: FeatureSet): Set<string>[] {
  const dictionary = growingDictionary();
  const rows = leafFeatures(treeFromHtml(html), set, dictionary);
  return rows.starts.slice(1).map((end, i) => {
    const numbers = rows.indices.slice(rows.starts[i], end);
    expect(new Set(numbers).size).toBe(numbers.length);
    return new Set(numbers.map(number => dictionary.names[number]!));
  });
}

const PAGE = `<title>Tide table</title><meta name=author content="Ines Okafor"><h1>Tide table</h1>
<!-- byline --><p class="post-meta">Ines Okafor</p><div id=main><p>High water is at six in the morning on every day of this long week at the quay.</p></div>
<ul class="share-bar"><li><a href="https://facebook.com/sharer?u=1">Share</a></ul><aside><h3>Related</h3><a href=/x>Ebb</a><a href=/y>Flow</a></aside>`;

describe('features', () => {
  it('names words, attributes by distance, ancestors, comments and patterns', () => {
    const [title, author] = namesOf(PAGE, 'no style');
    expect([...title!]).toEqual(expect.arrayContaining(['w=tide', 'p.<h1', 'kind=text', 'depth', 'words']));
    expect([...author!]).toEqual(expect.arrayContaining(['p.c=meta', 'x.C=post-meta', 'comment=byline']));
    expect(namesOf('<p>Friday, 4 May 2024, 10:30', 'no style')[0]).toContain('date:weekday');
    expect(author!.has('is author')).toBe(false);
  });

  it('adds metadata, box headings, lexicon and main text in the rich set', () => {
    const leaves = namesOf(PAGE, 'rich');
    expect(leaves[0]).toContain('title claimed 0');
    expect(leaves[1]).toContain('is author');
    expect(leaves[2]).toContain('in main, amid');
    expect(leaves[3]).toContain('links:network');
    expect(leaves[3]).toContain('says:share');
    expect(leaves[5]).toContain('under:related');
    expect(leaves[6]).toContain('under related');
  });

  it('has features for the distance to the title, the rank of dates and leaves with the same names', () => {
    const leaves = namesOf(
      `<title>Tide table - Courier</title><h1>Courier</h1><p>4 May 2024</p><h2>Tide table</h2><p>5 May 2024</p><p>6 May 2024</p>
<p>High water is at six in the morning on every day of this long week at the quay.</p><ul><li>Ebb<li>Flow<li>Surge</ul>`,
      'rich',
    );
    expect(leaves[0]).toContain('title later 2');
    expect(leaves[1]).toContain('place:date, title later 1');
    expect(leaves[3]).toContain('place:date after title 0');
    expect(leaves[4]).toContain('place:date after title 1');
    expect(leaves[3]).toContain('head <p');
    expect(leaves[6]).toContain(`twins ${step(3)}`);
    expect(leaves[6]).toContain('alone <li 1');
    expect(leaves[2]!.has('place:date after title 0')).toBe(false);
  });

  it('returns the same features with a fixed dictionary as with a growing one', () => {
    const tree = treeFromHtml(PAGE);
    const growing = growingDictionary();
    const learned = leafFeatures(tree, 'rich', growing);
    expect(leafFeatures(tree, 'rich', fixedDictionary(growing.names))).toEqual(learned);
    expect(leafFeatures(tree, 'rich', fixedDictionary([])).indices).toEqual([]);
  });

  it('matches leaves in a tree that lacks some and has others', () => {
    const tree = treeFromHtml('<p>one<p>two<p>three');
    const drawn = treeFromHtml('<p>new<p>one<div><p>three</div>');
    const { nodes } = drawnLeaves(tree, visibleLeaves(tree), drawn);
    expect([...nodes].map(node => (node < 0 ? '' : drawn.text(node)))).toEqual(['one', '', 'three']);
  });
});

describe('tokens', () => {
  it('splits joined names and drops numbers', () => {
    expect(valueTokens('postMeta entry_title id-48213 x')).toEqual(['post', 'meta', 'entry', 'title', 'id']);
    expect(valueTokens('größe-Ä postMeta')).toEqual(['größe', 'post', 'meta']);
    expect(valueTokens('HTMLBox h2Title a1b22c333')).toEqual(['htmlbox', 'h2title']);
    expect(valueTokens('ab '.repeat(40))).toHaveLength(24);
  });

  it('returns words in lower case and numbers by their digits', () => {
    expect(textTokens('Am 4. Mai 2024: Übung')).toEqual(['am', '#1', 'mai', '#4', ':', 'übung']);
    expect(textTokens('a b c', 2)).toEqual(['a', 'b']);
  });

  it('has steps that double', () => {
    expect([0, 0.5, 1, 2, 3, 4, 5, 8, 9].map(step)).toEqual([0, 1, 1, 2, 3, 3, 4, 4, 5]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trainedOn } from './extractors.js';
import { packageFiles } from './versions.js';

const [card] = packageFiles('webpith', join('src', 'scores', 'weights', 'card.json'));
const { corpora } = JSON.parse(readFileSync(card!, 'utf8')) as {
  corpora: readonly { readonly name: string; readonly digest: string }[];
};

describe('the corpora that a shipped model was trained on', () => {
  it('are found by digest, also under another name', async () => {
    for (const method of ['default', 'small', 'wide'])
      expect(await trainedOn(method, { name: 'copy', digest: corpora[0]!.digest })).toBe('seen');
  });

  it('are presumed by name', async () => {
    expect(await trainedOn('default', { name: corpora[0]!.name, digest: 'f'.repeat(64) })).toBe('maybe');
  });

  it('do not include others, and methods without a model have none', async () => {
    expect(await trainedOn('default', { name: 'mine', digest: 'f'.repeat(64) })).toBeUndefined();
    expect(await trainedOn('readability', corpora[0]!)).toBeUndefined();
  });
});

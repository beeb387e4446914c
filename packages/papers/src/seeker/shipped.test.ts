import { bagOfWords } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { readModel } from '../model-file.js';
import { seeker } from './method.js';
import { modelFromJSON } from './model.js';
import { blogPage, forumPage, newsPage } from './testing/pages.js';

describe('the shipped model', () => {
  it.each([
    ['news', newsPage(3, 8), 'article'],
    ['blog', blogPage(3), 'article'],
    ['forum', forumPage(3, 8), 'forum'],
  ])('picks the genre of a %s page itself and extracts it', async (_, page, type) => {
    const extractor = await seeker.load();
    const extraction = await extractor.extract(page);
    expect(extraction.type).toBe(type);
    expect(bagOfWords(page.text!, extraction.text).f1).toBeGreaterThan(0.8);
  });

  it('needs no address', async () => {
    const { url: _, ...page } = forumPage(5, 9);
    expect((await (await seeker.load()).extract(page)).type).toBe('forum');
  });

  it('says where it was learnt', async () => {
    const { card } = modelFromJSON(await readModel('seeker'));
    expect(card).toMatchObject({
      name: 'Content Seeker',
      corpora: [{ name: 'newspapers' }, { name: 'wcxb' }],
    });
  });
});

import type { Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { CONFIGURATIONS, extractText } from './configurations.js';
import { GENRES, type Genre } from './corpus-genres.js';
import { type SegmentedPage, segmentPage } from './features.js';
import { genreRow } from './genre-features.js';
import type { SeekerModel } from './model.js';

const PAGE_TYPES: Readonly<Record<Genre, string>> = { news: 'article', blog: 'article', forum: 'forum' };

export function pageGenre(
  model: Pick<SeekerModel, 'genre'>,
  page: SegmentedPage,
  url: string | undefined,
): Genre {
  const row = Float64Array.from(genreRow(page, url));
  const [label] = model.genre.predict({ kind: 'dense', rows: 1, columns: row.length, data: row });
  const name = model.genre.classes[label!];
  return GENRES.find(genre => genre === name) ?? 'news';
}

/** Classifies the genre, finds the segments, and applies the genre's heuristic. */
export function seekerExtractor(model: SeekerModel): Extractor {
  return {
    name: 'seeker',
    extract(page) {
      const segmented = segmentPage(pageTree(page));
      const genre = pageGenre(model, segmented, page.url);
      const { configuration, options, classifiers } = model.genres[genre];
      const text = extractText(segmented, classifiers, CONFIGURATIONS[configuration], options);
      return { text, type: PAGE_TYPES[genre] };
    },
  };
}

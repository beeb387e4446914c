import { hrefTo } from '../../shell/route.js';

/** The way back: to all corpora, and to the one that a page is of. */
export function Crumbs({ corpus, title }: { corpus?: string; title?: string | undefined }) {
  return (
    <nav aria-label="Where you are" class="crumbs">
      <a href={hrefTo('annotate')}>Corpora</a>
      {corpus !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <a class="ellipsis" href={hrefTo('annotate', [corpus])}>
            {title || corpus}
          </a>
        </>
      )}
    </nav>
  );
}

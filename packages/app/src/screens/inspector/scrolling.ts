import type { PageDocument } from '../../frame/page-document.js';

/** Keeps the pages of several frames at the same place: where one is scrolled, the others follow. */
export function scrollTogether(): { add(page: PageDocument): void; follow(page: PageDocument): void } {
  const pages = new Set<Document>();
  // A page that was moved from here says so in an event of its own, which must not move the others back.
  const moved = new WeakMap<Document, number>();
  return {
    add: ({ document }) => {
      for (const page of pages) if (page.defaultView === null) pages.delete(page);
      pages.add(document);
    },
    follow: ({ document }) => {
      const top = scrollTop(document);
      if (Math.abs((moved.get(document) ?? Number.NaN) - top) < 2) return;
      const share = top / Math.max(1, range(document));
      for (const page of pages) {
        if (page === document || page.defaultView === null) continue;
        const goal = Math.round(share * range(page));
        moved.set(page, goal);
        page.defaultView.scrollTo({ top: goal, behavior: 'instant' });
      }
      moved.delete(document);
    },
  };
}

const scrollTop = (document: Document) => document.scrollingElement?.scrollTop ?? 0;

function range({ scrollingElement }: Document): number {
  return scrollingElement === null ? 0 : scrollingElement.scrollHeight - scrollingElement.clientHeight;
}

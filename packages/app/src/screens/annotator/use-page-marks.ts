import { useEffect } from 'preact/hooks';
import type { Mark } from '../../annotation/marks.js';
import type { Session } from '../../annotation/session.js';
import type { PageDocument } from '../../frame/page-document.js';
import { highlight, markLabels, setPageStyles } from './page-marks.js';
import { scrollIntoSight } from './page-selection.js';

/** Keeps the page in the frame in step with the session: labels, suggestions, chosen text, selection. */
export function usePageMarks(
  view: PageDocument | undefined,
  session: Session | undefined,
  marks: ReadonlyMap<string, Mark>,
): void {
  useEffect(() => {
    if (view) setPageStyles(view, marks);
  }, [view, marks]);
  useEffect(() => {
    if (view && session) markLabels(view, session, marks);
  }, [view, marks, session?.history.labels, session?.suggestions, session?.outline]);
  useEffect(() => {
    if (view && session) highlight(view, session, marks);
  }, [view, session?.cursor, session?.ranges]);
  useEffect(() => {
    if (!view || !session) return;
    const selected = session.outline.nodes[session.selected];
    view.markOne('selected', selected?.node);
    if (selected) scrollIntoSight(selected.element);
  }, [view, session?.selected, session?.outline]);
}

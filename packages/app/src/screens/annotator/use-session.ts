import { useRef, useState } from 'preact/hooks';
import { type Edit, labelMapOf, withEdits } from '../../annotation/label.js';
import { outlineOf } from '../../annotation/outline.js';
import { type Action, beginSession, type LabelSet, type Session } from '../../annotation/session.js';
import type { PageDocument } from '../../frame/page-document.js';
import { queueEdits } from './save-queues.js';
import type { PageLabels } from './server.js';

/** The session of a page as the screen uses it. */
export interface SessionStore {
  readonly session: Session | undefined;
  /** What was said last, for the live region. */
  readonly message: string;
  /** Begins when the frame has the page. */
  begin(page: PageDocument): void;
  /** Does something: the state changes at once, so that the next key press finds it so. */
  act(action: Action): void;
}

interface SessionInput {
  readonly page: string;
  readonly annotator: string;
  readonly labels: PageLabels;
  /** Edits that may not be in the labels yet. */
  readonly unsent: readonly Edit[];
  readonly labelSet: LabelSet;
}

/** Keeps the session of one page; what changes labels is handed in for saving. */
export function useSession({ page, annotator, labels, unsent, labelSet }: SessionInput): SessionStore {
  const current = useRef<Session | undefined>(undefined);
  const shown = useRef<Document | undefined>(undefined);
  const [message, setMessage] = useState('');
  const [, redraw] = useState(0);
  return {
    session: current.current,
    message: message,
    begin(view) {
      shown.current = view.document;
      const outline = outlineOf(view.document.documentElement, isRendered);
      const kept = withEdits(labelMapOf(labels.labels), unsent);
      const before = current.current;
      const begun = beginSession(outline, kept, labelSet);
      // A frame that is loaded again brings new elements; what was done stays done.
      current.current = before
        ? { ...begun, history: before.history, suggestions: before.suggestions }
        : begun;
      redraw(count => count + 1);
    },
    act(action) {
      if (!current.current) return;
      const hadText = current.current.ranges.length > 0;
      const outcome = action(current.current);
      // Text that has its label is no longer selected, or the next label would go there too.
      if (hadText && outcome.session.ranges.length === 0) shown.current?.getSelection()?.removeAllRanges();
      current.current = outcome.session;
      if (outcome.edits && outcome.edits.length > 0) queueEdits(page, annotator, outcome.edits);
      if (outcome.message !== undefined) setMessage(outcome.message);
      redraw(count => count + 1);
    },
  };
}

/** Whether an element is laid out; those with `display: none` and what they hold are not. */
function isRendered(element: Element): boolean {
  return element.checkVisibility?.() ?? true;
}

import type { ExtractResult } from '@webpith/server/api';
import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../client/request.js';
import { MARK_STYLES } from '../../frame/mark-styles.js';
import { type PageDocument, PageFrame } from '../../frame/PageFrame.js';
import { Button, TextField } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { ProblemNotice, toast } from '../../ui/messages.js';
import { server } from './server.js';
import './feedback.css';

interface Props {
  /** A view of an opened page, or else the id of a stored page. */
  readonly view?: string;
  readonly page?: string;
  readonly onClose: () => void;
  readonly onSent?: () => void;
}

const WRONG_STYLES = {
  extra:
    'background-image:repeating-linear-gradient(45deg,#dc262659 0 4px,#dc262626 4px 10px)!important;box-shadow:inset 3px 0 #b91c1c!important',
  missing:
    'background-image:linear-gradient(#2563eb40,#2563eb40)!important;box-shadow:inset 3px 0 #1d4ed8!important',
};

const MARK_TITLES: Readonly<Record<Mark, string>> = { extra: 'too much', missing: 'missing' };

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: at => Math.max(0, at - 1),
  j: (at, count) => Math.min(count - 1, at + 1),
  k: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Shows the page with its extracted parts; the reader marks what is missing or too much and sends a report. */
export default function MarkWrong({ view, page: stored, onClose, onSent }: Props) {
  const [page, setPage] = useState<PageDocument>();
  const [parts, setParts] = useState<readonly PagePart[]>([]);
  const [marks, setMarks] = useState<ReadonlyMap<number, Mark>>(new Map());
  const [at, setAt] = useState(-1);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const source = view === undefined ? { page: stored } : { view };
  const address = view === undefined ? `/frame/pages/${stored}` : `/frame/views/${view}`;

  useEffect(() => {
    if (page === undefined) return;
    page.style('part', { kept: MARK_STYLES.kept });
    page.style('feedback', WRONG_STYLES); // last, so that it overrides the styles above
    page.style('at', { at: MARK_STYLES.outlined });
    request<ExtractResult>('/v1/extract', { json: { ...source, explain: true } }).then(
      ({ decisions = [] }) => {
        const found = partsOf(decisions, page);
        setParts(found);
        page.mark('part', new Map(found.filter(({ kept }) => kept).map(({ node }) => [node, 'kept'])));
        place.current?.focus();
      },
      setProblem,
    );
  }, [page]);
  useEffect(() => page?.mark('feedback', marks), [page, marks]);
  useEffect(() => {
    page?.markOne('at', parts[at]?.node, 'at');
    if (at >= 0) page?.scrollTo(parts[at]!.node);
  }, [page, parts, at]);

  const toggle = (index: number) => {
    const part = parts[index];
    if (part === undefined) return;
    setAt(index);
    setMarks(before => toggled(before, part));
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) setAt(now => step(now, parts.length));
    else if (event.key === ' ' || event.key === 'Enter' || event.key === 'x') toggle(at);
    else return;
    event.preventDefault();
  };
  const send = () => {
    setIsSending(true);
    server
      .report({
        ...source,
        missing: nodesWith(marks, 'missing'),
        extra: nodesWith(marks, 'extra'),
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      })
      .then(() => {
        toast('Thank you. The report was saved. Retrain with it under Feedback.');
        onSent?.();
        onClose();
      }, setProblem)
      .finally(() => setIsSending(false));
  };
  const part = parts[at];
  return (
    <Dialog title="Report an error" open onClose={onClose} wide>
      <p class="hint">
        Extracted parts are green. Click what is too much or what is missing, or move with <kbd>↑</kbd>{' '}
        <kbd>↓</kbd> and mark with <kbd>Space</kbd>.
      </p>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {/* biome-ignore lint/a11y/useSemanticElements: the page itself is in a frame; this is what keys act on */}
      <div
        class="mark-page"
        ref={place}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus no key would reach it
        tabIndex={0}
        aria-label="Page: arrow keys move through its parts, Space marks one"
        onKeyDown={onKey}
      >
        <PageFrame
          src={address}
          title="The page"
          onReady={setPage}
          onPick={node => page && toggle(partAt(parts, page, node))}
          onKeyDown={onKey}
        />
      </div>
      <p class="ellipsis mark-status" role="status" aria-live="polite">
        {part === undefined
          ? `${parts.length} parts.`
          : `${marks.has(part.node) ? `Marked as ${MARK_TITLES[markOf(part)]}` : part.kept ? 'Extracted' : 'Not extracted'}: ${part.text.slice(0, 120)}`}
      </p>
      <TextField
        label="Note"
        hint="Optional comment for those who read the report."
        value={note}
        onValue={setNote}
      />
      <div class="spread dialog-actions">
        <span class="hint">
          {nodesWith(marks, 'extra').length} too much, {nodesWith(marks, 'missing').length} missing
        </span>
        <span class="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={marks.size === 0 || isSending} onClick={send}>
            Send
          </Button>
        </span>
      </div>
    </Dialog>
  );
}

type Mark = 'missing' | 'extra';

/** A block of the page that can be marked; `kept` if it was extracted. */
interface PagePart {
  readonly node: number;
  readonly text: string;
  readonly kept: boolean;
}

interface Decided {
  readonly node: number;
  readonly kept: boolean;
  readonly text: string;
  readonly textFirst?: number | undefined;
}

/**
 * The parts of a page, one per block: the element of the block, or its first text node if several blocks share the
 * element.
 */
function partsOf(decisions: readonly Decided[], page: PageDocument): PagePart[] {
  const shared = new Map<number, number>();
  for (const { node } of decisions) shared.set(node, (shared.get(node) ?? 0) + 1);
  return decisions.flatMap(({ node, textFirst, kept, text }) => {
    const own = shared.get(node) === 1 || textFirst === undefined ? node : textFirst;
    return page.element(own) === undefined ? [] : [{ node: own, text, kept }];
  });
}

function partAt(parts: readonly PagePart[], page: PageDocument, node: number): number {
  const byNode = new Map(parts.map((part, i) => [part.node, i]));
  for (let at = node; at >= 0; at = page.parentOf(at)) {
    const found = byNode.get(at);
    if (found !== undefined) return found;
  }
  return -1;
}

/** An extracted part can only be too much, any other part can only be missing. */
function markOf({ kept }: PagePart): Mark {
  return kept ? 'extra' : 'missing';
}

function toggled(marks: ReadonlyMap<number, Mark>, part: PagePart): ReadonlyMap<number, Mark> {
  const next = new Map(marks);
  if (!next.delete(part.node)) next.set(part.node, markOf(part));
  return next;
}

function nodesWith(marks: ReadonlyMap<number, Mark>, wanted: Mark): number[] {
  return [...marks].filter(([, mark]) => mark === wanted).map(([node]) => node);
}

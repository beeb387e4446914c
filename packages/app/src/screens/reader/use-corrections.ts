import { useRef, useState } from 'preact/hooks';
import type { ExtractResult } from '../../client/extract.js';
import { type Corrections, changeView } from '../../client/views.js';
import { clearExtractCache } from '../../page/held-view.js';
import { toast } from '../../ui/toast.js';

/** What a reader took in and out of a page, and how that changes. */
export interface CorrectionControls {
  /** What is asked of the server; undefined leaves it to what was said of the page before. */
  readonly requested: Corrections | undefined;
  readonly now: Corrections;
  readonly canUndo: boolean;
  takeOut(blocks: readonly number[]): void;
  takeIn(blocks: readonly number[]): void;
  undo(): void;
  undoAll(): void;
}

const NONE: Corrections = { keep: [], drop: [] };

/** Keeps what is taken in and out of a page; the server hears of it in order, as a report too. */
export function useCorrections(
  view: string,
): CorrectionControls & { setStored(result: ExtractResult): void } {
  const [requested, setRequested] = useState<Corrections>();
  const [past, setPast] = useState<readonly Corrections[]>([]);
  const stored = useRef<Corrections>(NONE);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const current = () => requested ?? stored.current;

  const put = (next: Corrections) => {
    setRequested(next);
    clearExtractCache();
    saving.current = saving.current.then(() => changeView(view, { corrections: next })).catch(toast);
  };
  const change = (next: Corrections) => {
    setPast([...past, current()]);
    put(next);
  };
  const without = (nodes: readonly number[], gone: ReadonlySet<number>) =>
    nodes.filter(node => !gone.has(node));
  return {
    requested: requested,
    // Read late: what the server says of the page is heard after this was made.
    get now() {
      return current();
    },
    canUndo: past.length > 0,
    setStored: ({ corrections }) => {
      stored.current = corrections ?? NONE;
    },
    takeOut: nodes => {
      const now = current();
      const gone = new Set(nodes);
      const wasTakenIn = new Set(now.keep.filter(node => gone.has(node)));
      const fresh = nodes.filter(node => !wasTakenIn.has(node) && !now.drop.includes(node));
      change({ keep: without(now.keep, gone), drop: [...now.drop, ...fresh] });
    },
    takeIn: nodes => {
      const now = current();
      const back = new Set(nodes);
      const wasTakenOut = new Set(now.drop.filter(node => back.has(node)));
      const fresh = nodes.filter(node => !wasTakenOut.has(node) && !now.keep.includes(node));
      change({ keep: [...now.keep, ...fresh], drop: without(now.drop, back) });
    },
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      put(before);
    },
    undoAll: () => change(NONE),
  };
}

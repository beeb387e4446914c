import { useRef, useState } from 'preact/hooks';
import { type Corrections, type ExtractResult, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { asProblem } from '../../client/request.js';
import { clearExtractCache, openPage } from '../../page/views.js';
import { go } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { Loading, toast } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';
import { RuleOffer } from '../feedback/RuleChanges.js';
import './corrections-bar.css';

interface CorrectionsBarProps {
  readonly view: string;
  readonly site: string | undefined;
  readonly corrections: CorrectionControls;
  readonly onRules: () => void;
}

export function CorrectionsBar({ view, site, corrections, onRules }: CorrectionsBarProps) {
  const [forSite, setForSite] = useState(false);
  const { now } = corrections;
  const isEmpty = now.keep.length + now.drop.length === 0;
  useShortcuts('Site', [
    {
      keys: 's',
      title: 'Apply the corrections to all pages of the site',
      run: () => !isEmpty && site !== undefined && setForSite(true),
    },
  ]);
  if (isEmpty && !corrections.canUndo) return null;
  return (
    <div class="spread corrections-bar">
      <span role="status">{isEmpty ? 'There are no corrections.' : describeCorrections(now)}</span>
      <span class="row">
        {corrections.canUndo && (
          <Button onClick={corrections.undo} title="Undo (u)">
            Undo
          </Button>
        )}
        {!isEmpty && !corrections.canUndo && <Button onClick={corrections.undoAll}>Undo all</Button>}
        {!isEmpty && site !== undefined && (
          <Button kind="primary" onClick={() => setForSite(true)} title="(s)">
            Apply to all of {site}
          </Button>
        )}
      </span>
      {forSite && (
        <SiteRuleDialog
          view={view}
          corrections={now}
          onClose={() => setForSite(false)}
          onRules={() => {
            setForSite(false);
            onRules();
          }}
        />
      )}
    </div>
  );
}

function describeCorrections({ keep, drop }: Corrections): string {
  const changes = [
    drop.length > 0 ? `${counted(drop.length, 'part')} removed` : '',
    keep.length > 0 ? `${counted(keep.length, 'part')} added` : '',
  ];
  return `${changes.filter(Boolean).join(', ')}. Saved as a report.`;
}

interface SiteRuleDialogProps {
  readonly view: string;
  readonly corrections: Corrections;
  readonly onClose: () => void;
  readonly onRules: () => void;
}

function SiteRuleDialog({ view, corrections, onClose, onRules }: SiteRuleDialogProps) {
  const trial = useLoaded(signal => server.tryRules({ view, corrections }, signal), []);
  return (
    <Dialog title="Apply to all pages of the site?" open onClose={onClose} wide>
      <Loading from={trial} label="Testing the rules on the stored pages of this site">
        {data => <RuleOffer trial={data} cancel="Only on this page" onCancel={onClose} onRules={onRules} />}
      </Loading>
    </Dialog>
  );
}

export interface CorrectionControls {
  /** Corrections to request; undefined until the first change, so that the server uses the stored ones. */
  readonly requested: Corrections | undefined;
  readonly now: Corrections;
  readonly canUndo: boolean;
  takeOut(blocks: readonly number[]): void;
  takeIn(blocks: readonly number[]): void;
  undo(): void;
  undoAll(): void;
}

const NONE: Corrections = { keep: [], drop: [] };

/** The corrections of a page, saved after every change. For annotators, the server also stores them as a report. */
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
    saving.current = saving.current
      .then(() => server.changeView(view, { corrections: next }))
      .catch(error => (asProblem(error).status === 404 ? correctCopy(view, next) : Promise.reject(error)))
      .catch(toast);
  };
  const change = (next: Corrections) => {
    setPast([...past, current()]);
    put(next);
  };
  /** Adds blocks to one list, or only removes them from the other if they are in it. */
  const moveTo = (to: keyof Corrections, from: keyof Corrections) => (nodes: readonly number[]) => {
    const now = current();
    const fresh = nodes.filter(node => !now[from].includes(node) && !now[to].includes(node));
    const left = now[from].filter(node => !nodes.includes(node));
    change({ ...now, [from]: left, [to]: [...now[to], ...fresh] });
  };
  return {
    requested,
    // A getter, because the stored corrections arrive after this object is created.
    get now() {
      return current();
    },
    canUndo: past.length > 0,
    setStored: ({ corrections }) => {
      stored.current = corrections ?? NONE;
    },
    takeOut: moveTo('drop', 'keep'),
    takeIn: moveTo('keep', 'drop'),
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      put(before);
    },
    undoAll: () => change(NONE),
  };
}

/** Opens a copy with the corrections: everyone with the link can read a page, but only its owner can correct it. */
async function correctCopy(view: string, corrections: Corrections): Promise<void> {
  const copy = await openPage({ view });
  await server.changeView(copy, { corrections });
  clearExtractCache();
  go(location.hash.replace(view, copy), { replace: true });
  toast('Somebody else opened this page first. Your corrections are saved in a copy of your own.');
}

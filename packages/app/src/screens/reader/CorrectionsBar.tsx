import { useState } from 'preact/hooks';
import type { Corrections } from '../../client/views.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Button } from '../../ui/Button.js';
import './corrections-bar.css';
import { SiteRuleDialog } from './SiteRuleDialog.js';
import type { CorrectionControls } from './use-corrections.js';

interface CorrectionsBarProps {
  readonly view: string;
  readonly site: string | undefined;
  readonly corrections: CorrectionControls;
  readonly onRules: () => void;
}

/** What was taken in and out, the way back, and the way to all pages of the site. */
export function CorrectionsBar({ view, site, corrections, onRules }: CorrectionsBarProps) {
  const [forSite, setForSite] = useState(false);
  const { now } = corrections;
  const isEmpty = now.keep.length + now.drop.length === 0;
  useShortcuts('Site', [
    {
      keys: 's',
      title: 'Do the same on all pages of the site',
      run: () => !isEmpty && site !== undefined && setForSite(true),
    },
  ]);
  if (isEmpty && !corrections.canUndo) return null;
  return (
    <div class="spread corrections-bar">
      <span role="status">{isEmpty ? 'Nothing is corrected.' : describeCorrections(now)}</span>
      <span class="row">
        {corrections.canUndo && (
          <Button onClick={corrections.undo} title="Undo (u)">
            Undo
          </Button>
        )}
        {!isEmpty && !corrections.canUndo && <Button onClick={corrections.undoAll}>Undo all</Button>}
        {!isEmpty && site !== undefined && (
          <Button kind="primary" onClick={() => setForSite(true)} title="(s)">
            Do this on all of {site}
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

/** What was done, in a sentence. */
function describeCorrections({ keep, drop }: Corrections): string {
  const parts = (count: number) => `${count} ${count === 1 ? 'part' : 'parts'}`;
  const changes = [
    drop.length > 0 ? `${parts(drop.length)} taken out` : '',
    keep.length > 0 ? `${parts(keep.length)} taken in` : '',
  ];
  return `${changes.filter(Boolean).join(', ')}. Kept as a report.`;
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { putRules, type RuleTrial, tryRules } from '../../client/site-rules.js';
import type { Corrections } from '../../client/views.js';
import { clearExtractCache } from '../../page/held-view.js';
import { Button } from '../../ui/Button.js';
import { Dialog } from '../../ui/Dialog.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { toast } from '../../ui/toast.js';
import { RuleChanges } from '../feedback/RuleChanges.js';

interface SiteRuleDialogProps {
  readonly view: string;
  readonly corrections: Corrections;
  readonly onClose: () => void;
  readonly onRules: () => void;
}

/** Makes a rule of what was done to one page, shows what it would change elsewhere, and puts it in force. */
export function SiteRuleDialog({ view, corrections, onClose, onRules }: SiteRuleDialogProps) {
  const trial = useLoaded(signal => tryRules({ view, corrections }, signal), []);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = useRef<HTMLDivElement>(null);
  useEffect(
    () => confirm.current?.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true }),
    [trial.data],
  );
  const put = ({ site, rules, before }: RuleTrial) => {
    setIsBusy(true);
    putRules({ site, rules })
      .then(() => {
        clearExtractCache();
        toast(`In force on all pages of ${site}.`, {
          label: 'Take back',
          run: () =>
            void putRules({ site, rules: before }).then(() => {
              clearExtractCache();
              onRules();
            }, toast),
        });
        onRules();
      }, toast)
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog title="Do this on all pages of the site?" open onClose={onClose} wide>
      {trial.problem && <ProblemNotice error={trial.problem} />}
      {trial.loading && <Waiting label="Trying it on the pages of this site that are known" />}
      {trial.data && (
        <div class="stack" ref={confirm}>
          <RuleChanges trial={trial.data} />
          <div class="row end dialog-actions">
            <Button onClick={onClose}>Only on this page</Button>
            <Button
              kind="primary"
              disabled={isBusy || !hasRules(trial.data)}
              onClick={() => put(trial.data!)}
            >
              Put in force
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const hasRules = ({ rules }: RuleTrial) => rules.keep.length + rules.drop.length > 0;

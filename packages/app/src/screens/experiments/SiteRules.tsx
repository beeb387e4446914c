import { useState } from 'preact/hooks';
import { type RuleTrial, type SiteRulesEntry, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { ProblemNotice, toast } from '../../ui/messages.js';
import { counted, formatTime } from '../../ui/words.js';
import { applyRules, RuleOffer } from '../feedback/RuleChanges.js';
import { BeforeAfterLine } from './figures.js';

export function SiteRules({ reports }: { reports: number }) {
  const rules = useLoaded(server.rules, []);
  const sites = useLoaded(server.sites, [reports]);
  const [busy, setBusy] = useState('');
  const [trial, setTrial] = useState<RuleTrial>();
  const learn = (site: string) => {
    setBusy(site);
    server
      .tryRules({ site })
      .then(setTrial, toast)
      .finally(() => setBusy(''));
  };
  const onChanged = () => {
    setTrial(undefined);
    rules.reload();
  };
  const remove = ({ site, rules: before }: SiteRulesEntry) =>
    applyRules(
      { site, before, rules: { keep: [], drop: [] } },
      `The rules of ${site} were removed.`,
      onChanged,
    );
  const withRules = new Set(rules.data?.map(({ site }) => site));
  return (
    <section class="sheet stack" aria-label="Site rules">
      <div>
        <h2>Site rules</h2>
        <p class="hint">
          Selectors learned from one to five labelled pages of a site. They correct errors of the default on
          that site only.
        </p>
      </div>
      {rules.problem && <ProblemNotice error={rules.problem} />}
      {rules.data?.length === 0 && <p class="empty">There are no rules yet.</p>}
      {rules.data?.map(entry => (
        <Rules key={entry.site} entry={entry} onRemove={() => remove(entry)} />
      ))}
      <Dialog
        title={`Rules for ${trial?.site ?? 'the site'}`}
        open={trial !== undefined}
        onClose={() => setTrial(undefined)}
        wide
      >
        {trial && (
          <RuleOffer trial={trial} cancel="Cancel" onCancel={() => setTrial(undefined)} onRules={onChanged}>
            {trial.learned && <Learned learned={trial.learned} />}
          </RuleOffer>
        )}
      </Dialog>
      {sites.data && sites.data.length > 0 && (
        <>
          <h3>Sites with labelled pages</h3>
          <ul class="plain-list column sites" aria-label="Sites with labelled pages">
            {sites.data.map(({ site, pages }) => (
              <li key={site} class="spread">
                <span>
                  <strong>{site}</strong> <span class="hint">{counted(pages, 'labelled page')}</span>
                </span>
                <Button disabled={busy !== ''} onClick={() => learn(site)}>
                  {busy === site ? 'Learning…' : withRules.has(site) ? 'Learn again' : 'Learn rules'}
                  <span class="unseen"> for {site}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Rules({ entry, onRemove }: { entry: SiteRulesEntry; onRemove: () => void }) {
  const { site, rules, learned, created } = entry;
  return (
    <article class="rules stack">
      <div class="spread">
        <h3>{site}</h3>
        <Button kind="danger" aria-label={`Remove the rules of ${site}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <dl class="column selectors">
        {(['keep', 'drop'] as const).map(
          kind =>
            rules[kind].length > 0 && (
              <div key={kind}>
                <dt>{kind === 'keep' ? 'Keeps' : 'Drops'}</dt>
                <dd>
                  {rules[kind].map(selector => (
                    <code key={selector}>{selector}</code>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
      {learned && <Learned learned={learned} />}
      <p class="hint">Active since {formatTime(created)}.</p>
    </article>
  );
}

function Learned({ learned }: { learned: NonNullable<SiteRulesEntry['learned']> }) {
  return (
    <>
      <BeforeAfterLine
        title="On its labelled pages"
        hint="F1 score without and with the rules."
        figures={learned.own}
      />
      {learned.heldOut && (
        <BeforeAfterLine
          title="On held-out pages"
          hint="Each page is scored with rules learned from the other pages."
          figures={learned.heldOut}
        />
      )}
    </>
  );
}

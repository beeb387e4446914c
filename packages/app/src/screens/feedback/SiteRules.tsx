import { useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { Button } from '../../ui/Button.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { toast } from '../../ui/toast.js';
import { BeforeAfterLine, moment } from '../experiments/figures.js';
import { type SiteRulesEntry, server } from './server.js';

/** Rules of sites: those that are in force, and sites for which some can be learned. */
export function SiteRules({ reports }: { reports: number }) {
  const rules = useLoaded(server.rules, []);
  const sites = useLoaded(server.sites, [reports]);
  const [busy, setBusy] = useState('');
  const learn = (site: string) => {
    setBusy(site);
    server
      .learn(site)
      .then(() => {
        toast(`Rules for ${site} are learned and in force.`);
        rules.again();
      }, toast)
      .finally(() => setBusy(''));
  };
  const remove = (site: string) => server.removeRules(site).then(rules.again, toast);
  const withRules = new Set(rules.data?.map(({ site }) => site));
  return (
    <section class="sheet stack" aria-label="Site rules">
      <div>
        <h2>Site rules</h2>
        <p class="hint">
          From one to five labelled pages of a site: selectors that put right what the default gets wrong
          there. They are applied on that site only.
        </p>
      </div>
      {rules.problem && <ProblemNotice error={rules.problem} />}
      {rules.data?.length === 0 && <p class="empty">No rules yet.</p>}
      {rules.data?.map(entry => (
        <Rules key={entry.site} entry={entry} onRemove={() => remove(entry.site)} />
      ))}
      {sites.data && sites.data.length > 0 && <h3>Sites with labelled pages</h3>}
      {sites.data && sites.data.length > 0 && (
        <ul class="sites" aria-label="Sites with labelled pages">
          {sites.data.map(({ site, pages }) => (
            <li key={site} class="spread">
              <span>
                <strong>{site}</strong>{' '}
                <span class="hint">
                  {pages} labelled {pages === 1 ? 'page' : 'pages'}
                </span>
              </span>
              <Button disabled={busy !== ''} onClick={() => learn(site)}>
                {busy === site ? 'Learning…' : withRules.has(site) ? 'Learn anew' : 'Learn rules'}
                <span class="unseen"> for {site}</span>
              </Button>
            </li>
          ))}
        </ul>
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
      <dl class="selectors">
        {(['keep', 'drop'] as const).map(
          kind =>
            rules[kind].length > 0 && (
              <div key={kind}>
                <dt>{kind}</dt>
                <dd>
                  {rules[kind].map(selector => (
                    <code key={selector}>{selector}</code>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
      <BeforeAfterLine
        title="On its labelled pages"
        hint="F1 without the rules, and with them."
        figures={learned.own}
      />
      {learned.heldOut && (
        <BeforeAfterLine
          title="On pages left out"
          hint="Each page by the rules of the others."
          figures={learned.heldOut}
        />
      )}
      <p class="hint">Learned {moment(created)}.</p>
    </article>
  );
}

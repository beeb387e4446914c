import './feedback.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type RuleTrial, server } from '../../client/api.js';
import { clearExtractCache } from '../../page/views.js';
import { Button } from '../../ui/controls.js';
import { Notice, toast } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';

interface RuleOfferProps {
  readonly trial: RuleTrial;
  readonly cancel: string;
  readonly onCancel: () => void;
  readonly onRules: () => void;
  readonly children?: ComponentChildren;
}

/** The effect of rules, with a button that activates them. */
export function RuleOffer({ trial, cancel, onCancel, onRules, children }: RuleOfferProps) {
  const { site, rules } = trial;
  const [isBusy, setIsBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current!.querySelector<HTMLElement>('.primary')!.focus({ preventScroll: true }), []);
  const activate = () => {
    setIsBusy(true);
    const message = `The rules are now active on all pages of ${site}.`;
    void applyRules(trial, message, onRules).finally(() => setIsBusy(false));
  };
  return (
    <div class="stack" ref={box}>
      <RuleChanges trial={trial} />
      {children}
      <div class="row end dialog-actions">
        <Button onClick={onCancel}>{cancel}</Button>
        <Button
          kind="primary"
          disabled={isBusy || rules.keep.length + rules.drop.length === 0}
          onClick={activate}
        >
          Activate
        </Button>
      </div>
    </div>
  );
}

function RuleChanges({ trial }: { trial: RuleTrial }) {
  const { site, rules, before, refused, pages } = trial;
  const changed = pages.filter(({ blocks }) => blocks > 0);
  const isNew = (kind: 'keep' | 'drop') => rules[kind].filter(selector => !before[kind].includes(selector));
  return (
    <div class="stack rule-changes">
      <ul class="plain-list rule-words">
        {(['drop', 'keep'] as const).flatMap(kind =>
          isNew(kind).map(selector => (
            <li key={`${kind} ${selector}`}>
              {kind === 'drop' ? 'Remove' : 'Add'} <code>{selector}</code> on {site}.
            </li>
          )),
        )}
      </ul>
      {refused.map(({ selector, page }) => (
        <Notice
          key={selector}
          kind="warning"
          title={`The selector ${selector} was not used.`}
          detail={`It would remove most of “${page}”.`}
        />
      ))}
      <p>
        Tested on {counted(pages.length, 'stored page')} of this site: {changed.length} would change.
      </p>
      <ul class="plain-list column page-changes">
        {changed.map(({ id, title, url, before: was, after, removed, added, blocks }) => (
          <li key={id}>
            <div class="spread">
              <strong>{title ?? url ?? id}</strong>
              <span class="figure nowrap">
                {was} → {after} words
              </span>
            </div>
            {removed.map(text => (
              <p key={text} class="gone">
                <span class="unseen">Removed: </span>− {text}
              </p>
            ))}
            {added.map(text => (
              <p key={text} class="come">
                <span class="unseen">Added: </span>+ {text}
              </p>
            ))}
            {blocks > removed.length + added.length && (
              <p class="hint">and {blocks - removed.length - added.length} more</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Rules = RuleTrial['rules'];

export async function applyRules(
  { site, before, rules }: { readonly site: string; readonly before: Rules; readonly rules: Rules },
  message: string,
  onChanged: () => void,
): Promise<void> {
  const put = async (next: Rules) => {
    await server.putRules({ site, rules: next });
    clearExtractCache();
    onChanged();
  };
  try {
    await put(rules);
    toast(message, { label: 'Undo', run: () => void put(before).catch(toast) });
  } catch (error) {
    toast(error);
  }
}

import { Dialog } from '../ui/Dialog.js';
import { shortcutGroups } from './shortcuts.js';

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Escape: 'Esc',
  ' ': 'Space',
};

/** The list of all keys that do something now. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" open={open} onClose={onClose}>
      {open &&
        shortcutGroups().map(group => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl class="shortcuts">
              {group.shortcuts.map(({ keys, title }) => (
                <div key={keys}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  );
}

/** Keys as they are printed on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  const steps = keys === ' ' ? [keys] : keys.split(' ');
  return (
    <span class="keys">
      {steps
        .flatMap(step => step.split(/\+(?=.)/))
        .map((key, at) => (
          <kbd key={`${at}${key}`}>{KEY_NAMES[key] ?? key}</kbd>
        ))}
    </span>
  );
}

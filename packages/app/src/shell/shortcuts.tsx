import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../ui/Dialog.js';

export interface Shortcut {
  /** As in `KeyboardEvent.key`, with prefix `Control+` or `Alt+`; a sequence of two keys contains a space: `g r`. */
  readonly keys: string;
  readonly title: string;
  readonly run: (event: KeyboardEvent) => void;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const groups: { current: ShortcutGroup }[] = [];
const PAUSE_MS = 1500;
let previous = { key: '', at: 0 };

export function shortcutGroups(): ShortcutGroup[] {
  return groups.map(({ current }) => current);
}

/** Activates shortcuts while the component is mounted. Later groups take precedence. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef<ShortcutGroup>({ title, shortcuts });
  latest.current = { title, shortcuts };
  useLayoutEffect(() => {
    groups.push(latest as { current: ShortcutGroup });
    return () => void groups.splice(groups.indexOf(latest as { current: ShortcutGroup }), 1);
  }, []);
}

export function handleShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.metaKey || isTyping(event)) return;
  const key = `${event.ctrlKey ? 'Control+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;
  const pair = event.timeStamp - previous.at < PAUSE_MS ? `${previous.key} ${key}` : '';
  previous = { key, at: event.timeStamp };
  const all = groups.flatMap(({ current }) => current.shortcuts).reverse();
  const found = all.find(({ keys }) => keys === pair) ?? all.find(({ keys }) => keys === key);
  if (found === undefined) return;
  previous = { key: '', at: 0 };
  event.preventDefault();
  found.run(event);
}

/** True if the key is input for a field, or is pressed in an open dialog. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (target === null || typeof target.closest !== 'function') return false;
  if (target.closest('dialog[open]') !== null) return true;
  if (event.key === 'Escape' || event.ctrlKey) return false;
  if (target.isContentEditable || target.closest('textarea, select') !== null) return true;
  const input = target.closest('input');
  return input !== null && !['checkbox', 'radio', 'button', 'range'].includes(input.type);
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Escape: 'Esc',
  ' ': 'Space',
};

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose}>
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

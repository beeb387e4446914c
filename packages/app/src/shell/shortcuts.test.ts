// @vitest-environment jsdom
import { createElement, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { handleShortcut, type Shortcut, shortcutGroups, useShortcuts } from './shortcuts.js';

const box = document.createElement('div');
document.body.append(box);

async function show(shortcuts: readonly Shortcut[]): Promise<void> {
  const Screen = () => {
    useShortcuts('Screen', shortcuts);
    return null;
  };
  await act(() => render(createElement(Screen, {}), box));
}

function press(key: string, options: KeyboardEventInit = {}, target: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  target.addEventListener('keydown', handleShortcut as EventListener, { once: true });
  target.dispatchEvent(event);
  return event;
}

afterEach(() => act(() => render(null, box)));

it('runs one key, a key with Control, and two keys in turn', async () => {
  const [one, two, three] = [vi.fn(), vi.fn(), vi.fn()];
  await show([
    { keys: 'j', title: 'One', run: one },
    { keys: 'Control+z', title: 'Two', run: two },
    { keys: 'g r', title: 'Three', run: three },
  ]);
  expect(press('j').defaultPrevented).toBe(true);
  press('z', { ctrlKey: true });
  press('r');
  expect(three).not.toHaveBeenCalled();
  press('g');
  press('r');
  expect([one, two, three].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  expect(press('x').defaultPrevented).toBe(false);
});

it('ignores keys typed into a field, except Escape', async () => {
  const [letter, leave] = [vi.fn(), vi.fn()];
  await show([
    { keys: 'j', title: 'Letter', run: letter },
    { keys: 'Escape', title: 'Escape', run: leave },
  ]);
  const field = document.body.appendChild(document.createElement('textarea'));
  press('j', {}, field);
  press('Escape', {}, field);
  field.remove();
  expect([letter, leave].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

it('lists shortcuts only while they are active', async () => {
  await show([{ keys: 'j', title: 'One', run: () => {} }]);
  expect(shortcutGroups().map(({ title }) => title)).toEqual(['Screen']);
  await act(() => render(null, box));
  expect(shortcutGroups()).toEqual([]);
});

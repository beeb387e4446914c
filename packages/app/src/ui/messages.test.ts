// @vitest-environment jsdom
import { createElement, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestProblem } from '../client/request.js';
import { Toasts, toast } from './messages.js';

const box = document.createElement('div');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  render(null, box);
  vi.useRealTimers();
});

it('removes a message after a few seconds, and an error or one with a button later', async () => {
  await act(() => render(createElement(Toasts, {}), box));
  const shown = () => [...box.querySelectorAll('.toast')].map(own => own.textContent);
  await act(() => {
    toast('Copied.');
    toast('Removed.', { label: 'Undo', run: () => undefined });
    toast(new RequestProblem(503, 'unavailable', 'The server is busy.', 'Try again in a few seconds.'));
  });
  expect(shown()).toHaveLength(3);
  await act(() => void vi.advanceTimersByTime(6_000));
  expect(shown()).toEqual([
    expect.stringContaining('Removed.'),
    expect.stringContaining('The server is busy. Try again'),
  ]);
  await act(() => void vi.advanceTimersByTime(20_000));
  expect(shown()).toEqual([]);
});

import { expect, it } from 'vitest';
import { progressLine, startProgress } from './progress.js';
import { memoryIo } from './testing/memory-io.js';

it('the progress bar shows the share done, the speed and the time left', () => {
  expect(progressLine(0, 10, 0)).toBe(`${'░'.repeat(24)} 0% | 0/10 pages | 0.0 pages/s | some time left`);
  expect(progressLine(5, 10, 2)).toBe(
    `${'█'.repeat(12)}${'░'.repeat(12)} 50% | 5/10 pages | 2.5 pages/s | 2 s left`,
  );
  expect(progressLine(1, 7201, 1)).toContain('2 h 0 min left');
  expect(progressLine(12, 10, 2)).toContain('100% | 12/10 pages');
});

it('the progress bar is shown only on terminals, and clears its line', () => {
  const terminal = memoryIo({ terminal: true });
  const progress = startProgress(terminal.stderr, 2);
  progress.step();
  progress.step();
  progress.stop();
  expect(terminal.err()).toContain('100% | 2/2 pages');
  expect(terminal.err().endsWith('\r\u001b[K')).toBe(true);
  const file = memoryIo();
  startProgress(file.stderr, 2).step();
  expect(file.err()).toBe('');
});

import { expect, it } from 'vitest';
import { bar, PageProgress, progressParts } from './progress.js';
import { memoryIo } from './testing/memory-io.js';

it('the progress has the pages done, the speed and the time left', () => {
  const first = { pages: 0, total: 10 };
  expect(progressParts(first, first, 0)).toEqual(['0/10 pages', '0.0 pages/s', 'some time left']);
  expect(progressParts({ pages: 5, total: 10 }, first, 2)).toEqual(['5/10 pages', '2.5 pages/s', '2 s left']);
  expect(progressParts({ pages: 12, total: 10 }, first, 2)).toContain('0 s left');
  const long = { pages: 1, total: 7201 };
  expect(progressParts(long, { pages: 0, total: 7201 }, 1)).toContain('2 h 0 min left');
  expect(progressParts({ pages: 7, note: '3 pending' }, { pages: 5 }, 1)).toEqual([
    '7 pages',
    '2.0 pages/s',
    '3 pending',
  ]);
});

it('the speed and the time left do not count pages of earlier runs', () => {
  const first = { pages: 40, share: 0.4 };
  expect(progressParts({ pages: 70, share: 0.7 }, first, 10)).toEqual([
    '70 pages',
    '3.0 pages/s',
    '10 s left',
  ]);
});

it('the progress bar is shown only on terminals, and clears its line', () => {
  const terminal = memoryIo({ terminal: true });
  const progress = new PageProgress(terminal);
  for (const pages of [0, 1, 2]) progress.show({ pages, total: 2 });
  progress.stop();
  expect(terminal.err()).toContain(`${bar(1)} | 2/2 pages`);
  expect(terminal.err()).toContain(`${'█'.repeat(24)} 100%`);
  expect(terminal.err().endsWith('\r\u001b[K')).toBe(true);
  const file = memoryIo();
  new PageProgress(file).show({ pages: 1, total: 2 });
  expect(file.err()).toBe('');
});

import { describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { fakeLab } from '../testing/fake-lab.js';
import { fakeLibrary } from '../testing/fake-library.js';
import { memoryIo } from '../testing/memory-io.js';

async function train(
  args: readonly string[],
  corpora = true,
  command = 'train',
  lab = fakeLab(corpora ? { news: [] } : {}),
) {
  const io = memoryIo();
  const fetchPage = () => Promise.reject(new Error('no network'));
  const dependencies = { library: async () => fakeLibrary(), lab: async () => lab, fetchPage };
  const code = await main([command, ...args], io, dependencies);
  return { code, lab, stderr: io.err() };
}

describe('pith train', () => {
  it('trains on the corpora it finds and prints progress', async () => {
    const { code, lab, stderr } = await train(['default']);
    expect(code).toBe(0);
    expect(lab.trained).toEqual(['/corpora']);
    expect(stderr).toContain('pages read: 500');
    expect(stderr).toContain('models without a fold: 20 %');
  });

  it('trains on the given corpora', async () => {
    const { code, lab } = await train(['default', '--corpora', '/mine']);
    expect(code).toBe(0);
    expect(lab.trained).toEqual(['/mine']);
  });

  it('trains on a single given folder', async () => {
    const { lab, stderr } = await train(['default', '--corpus', '/mine/blogs']);
    expect(lab.trained).toEqual(['/mine/blogs']);
    expect(stderr).toContain('weights are written');
  });

  it('fails with advice if there is nothing to learn from', async () => {
    const { code, lab, stderr } = await train(['default'], false);
    expect(code).toBe(1);
    expect(stderr).toContain('--corpora');
    expect(lab.trained).toEqual([]);
  });

  it('rejects a method that cannot be trained', async () => {
    const { code, stderr } = await train(['readability']);
    expect(code).toBe(2);
    expect(stderr).toContain('is not a method that can be trained; use one of: default');
  });
});

describe('pith experiment', () => {
  it('rejects a method without experiments', async () => {
    const { code, stderr } = await train(['default'], true, 'experiment');
    expect(code).toBe(2);
    expect(stderr).toContain('is not a method with experiments');
  });

  it('runs one section of a long experiment, and lists the sections', async () => {
    const measured: (string | undefined)[] = [];
    const method = (name: string, sections?: readonly string[]) => async () => ({
      name,
      title: name,
      load: () => Promise.reject(new Error('not asked for')),
      ...(sections && { sections }),
      experiment: async ({ section }: { section?: string | undefined }) => {
        measured.push(section);
        return 'written';
      },
    });
    const methods = { long: method('long', ['pages', 'ways']), short: method('short') };
    const measure = (...args: string[]) =>
      train(args, true, 'experiment', { ...fakeLab({ news: [] }), methods });
    expect((await measure('long', '--section', 'ways')).code).toBe(0);
    expect((await measure('long')).code).toBe(0);
    expect(measured).toEqual(['ways', undefined]);
    const wrong = await measure('long', '--section', 'weighs');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('unknown section "weighs" of long; use one of: pages, ways');
    expect((await measure('short', '--section', 'ways')).stderr).toContain(
      'short has no sections; leave out --section',
    );
  });
});

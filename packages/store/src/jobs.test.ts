import { expect, it } from 'vitest';
import { addFeedback, listFeedback, removeFeedback } from './feedback.js';
import { addJob, changeJob, jobsInState, listJobs, readJob } from './jobs.js';
import {
  addEvaluation,
  addModel,
  listEvaluations,
  listModels,
  modelData,
  modelPlots,
  readEvaluation,
  readStoredModel,
  removeEvaluation,
  removeModel,
} from './models.js';
import { openStore } from './open.js';
import { listSiteRules, readSiteRules, removeSiteRules, saveSiteRules } from './site-rules.js';
import { onBothDatabases } from './testing/stores.js';

const plots = [{ title: 'Curve', svg: '<svg/>' }];

onBothDatabases(address => {
  it('stores jobs in order, with their options and results', async () => {
    const store = await openStore(address());
    const names = ['a', 'b', 'c', 'd'];
    const ids: string[] = [];
    for (const name of names) {
      ids.push(
        (await addJob(store, { kind: 'train', options: { name, deep: [1, null] }, createdBy: 'ann' })).id,
      );
    }
    expect((await listJobs(store, { limit: 9 })).map(job => job.options.name)).toEqual(['d', 'c', 'b', 'a']);
    expect((await listJobs(store, { limit: 2, after: ids[3] })).map(({ id }) => id)).toEqual([
      ids[2],
      ids[1],
    ]);
    expect((await jobsInState(store, ['waiting'])).map(({ id }) => id)).toEqual(ids);
    // A job from an earlier process whose clock was ahead.
    const time = Number.parseInt(ids[3]!.slice(0, 9), 36) + 2 ** 36;
    const ahead = `${time.toString(36)}0000000000`;
    await store.db.updateTable('job').set({ id: ahead }).where('id', '=', ids[3]!).execute();
    const next = await addJob(store, { kind: 'train', options: { name: 'e' }, createdBy: 'ann' });
    expect((await listJobs(store, { limit: 2 })).map(({ id }) => id)).toEqual([next.id, ahead]);
    const done = { state: 'done', share: 1, ended: '2020-01-01T00:00:00.000Z', result: { f1: 0.5 } } as const;
    expect(await changeJob(store, ids[0]!, ['running'], done)).toBe(false);
    expect(await changeJob(store, ids[0]!, ['waiting'], done)).toBe(true);
    expect(await readJob(store, ids[0]!)).toMatchObject({ ...done, tries: 0, options: { deep: [1, null] } });
    expect(await readJob(store, 'none')).toBeUndefined();
    await store.close();
  });

  it('stores models', async () => {
    const store = await openStore(address());
    const head = { name: 'M', method: 'swarm', corpus: 'news', pages: 3, createdBy: 'ann' };
    for (const id of ['m1', 'm2']) await addModel(store, { ...head, id, plots, data: { weights: [1, 2] } });
    await addModel(store, { ...head, id: 'm2', name: 'again', metrics: { f1: 1 }, plots, data: [2] });
    expect((await listModels(store)).map(({ id, name }) => [id, name])).toEqual([
      ['m2', 'again'],
      ['m1', 'M'],
    ]);
    expect(await modelData(store, 'm1')).toEqual({ weights: [1, 2] });
    expect([await modelPlots(store, 'm1'), await modelPlots(store, 'none')]).toEqual([plots, undefined]);
    expect(await readStoredModel(store, 'm2')).toMatchObject({
      ...head,
      name: 'again',
      metrics: { f1: 1 },
    });
    expect([await removeModel(store, 'm1'), await removeModel(store, 'm1')]).toEqual([true, false]);
    await store.close();
  });

  it('stores and removes evaluations, feedback and site rules', async () => {
    const store = await openStore(address());
    await addEvaluation(store, { id: 'e1', corpus: 'news', createdBy: 'ann', summary: { pages: 2 }, plots });
    expect(await listEvaluations(store)).toMatchObject([{ id: 'e1', summary: { pages: 2 } }]);
    expect(await readEvaluation(store, 'e1')).toMatchObject({ corpus: 'news', plots });
    expect([await removeEvaluation(store, 'e1'), await readEvaluation(store, 'e1')]).toEqual([
      true,
      undefined,
    ]);

    const report = { page: 'p', missing: [3], extra: [], createdBy: 'ann', note: 'x' };
    const { id } = await addFeedback(store, report);
    expect(await listFeedback(store, { limit: 9 })).toMatchObject([{ id, ...report }]);
    expect([await removeFeedback(store, id), await listFeedback(store, { limit: 9 })]).toEqual([true, []]);

    const rules = {
      site: 'a.example',
      rules: { keep: ['.a'], drop: [] },
      learned: { f1: 1 },
      createdBy: 'ann',
    };
    await saveSiteRules(store, rules);
    await saveSiteRules(store, { ...rules, rules: { keep: [], drop: ['.b'] } });
    expect(await listSiteRules(store)).toMatchObject([
      { site: 'a.example', rules: { keep: [], drop: ['.b'] } },
    ]);
    expect(await readSiteRules(store, 'b.example')).toBeUndefined();
    expect([await removeSiteRules(store, 'a.example'), await removeSiteRules(store, 'a.example')]).toEqual([
      true,
      false,
    ]);
    await store.close();
  });
});

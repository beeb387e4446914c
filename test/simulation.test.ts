import { seededRandom } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../bench/simulation/agenda.js';
import { type MachineModel, simulateMachine } from '../bench/simulation/batch.js';
import { cycleTime, type FleetModel, simulateFleet } from '../bench/simulation/fleet.js';
import { coresOfLine, coresOfRedis, type Measured, scaleOf } from '../bench/simulation/scale.js';
import { Server } from '../bench/simulation/server.js';

describe('Agenda', () => {
  it('runs events in order of time, then of insertion', () => {
    const agenda = new Agenda();
    const random = seededRandom(1);
    const moments = Array.from({ length: 500 }, () => random.below(50));
    const seen: [number, number][] = [];
    moments.forEach((moment, number) => {
      agenda.at(moment, () => seen.push([agenda.now, number]));
    });
    agenda.runUntil(100);
    const expected = moments
      .map((moment, number) => [moment, number])
      .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
    expect(seen).toEqual(expected);
    expect(agenda.now).toBe(100);
  });

  it('keeps events after the time it runs to', () => {
    const agenda = new Agenda();
    let happened = 0;
    agenda.at(5, () => happened++);
    agenda.runUntil(4);
    expect(happened).toBe(0);
    agenda.runUntil(5);
    expect(happened).toBe(1);
  });
});

describe('Server', () => {
  it.each([0.3, 0.6, 0.8])('waits as queueing theory predicts at a load of %d', load => {
    // Poisson arrivals, constant service: the mean wait is load · service / (2 · (1 − load)) (Pollaczek, Khinchine).
    const agenda = new Agenda();
    const server = new Server(agenda);
    const random = seededRandom(7);
    const arrive = () => {
      server.serve(1, () => {});
      agenda.after(-Math.log(1 - random.next()) / load, arrive);
    };
    arrive();
    agenda.runUntil(2000);
    server.measureFromNow();
    agenda.runUntil(200_000);
    const { meanWait, utilisation } = server.use();
    expect(utilisation).toBeCloseTo(load, 2);
    expect(meanWait / (load / (2 * (1 - load)))).toBeGreaterThan(0.93);
    expect(meanWait / (load / (2 * (1 - load)))).toBeLessThan(1.07);
  });
});

const model: FleetModel = {
  workers: 1000,
  pagesPerJob: 100,
  pageTime: 0.01,
  pageSpread: 1,
  inputBytes: 30_000,
  outputBytes: 5000,
  jobTime: 0.0002,
  renewTime: 0.0001,
  renewEvery: 15,
  overheadTime: 0.002,
  roundTrip: 0.0005,
  storeBandwidth: 1e12,
  workerBandwidth: 1e9,
  lifetime: 1e9,
  restartTime: 10,
  stallTime: 60,
};

const simulate = (change: Partial<FleetModel>) => simulateFleet({ ...model, ...change }, seededRandom(3), 12);

describe('simulateFleet', () => {
  it('is limited by the cores while nothing else is scarce', () => {
    const { pagesPerSecond, redis, workerUse } = simulate({});
    const alone = (model.workers * model.pagesPerJob) / cycleTime(model);
    expect(pagesPerSecond / alone).toBeGreaterThan(0.97);
    expect(pagesPerSecond / alone).toBeLessThan(1.03);
    expect(workerUse).toBeGreaterThan(0.95);
    // Utilisation is throughput times service time.
    expect(redis.utilisation).toBeCloseTo((pagesPerSecond / model.pagesPerJob) * model.jobTime, 2);
  });

  it('is limited by Redis if jobs are small', () => {
    const { pagesPerSecond, redis } = simulate({ pagesPerJob: 1 });
    expect(redis.utilisation).toBeGreaterThan(0.99);
    expect(pagesPerSecond).toBeLessThanOrEqual(1.01 / model.jobTime);
    expect(pagesPerSecond).toBeGreaterThan(0.97 / model.jobTime);
  });

  it('is limited by the bandwidth of the store if that is low', () => {
    const storeBandwidth = 1e9;
    const { pagesPerSecond, store } = simulate({ storeBandwidth });
    expect(store.utilisation).toBeGreaterThan(0.99);
    expect(pagesPerSecond * (model.inputBytes + model.outputBytes)).toBeLessThanOrEqual(
      storeBandwidth * 1.01,
    );
  });

  it('repeats the work of workers that die, and continues', () => {
    const quiet = simulate({});
    const deadly = simulate({ lifetime: 10 });
    expect(deadly.repeated).toBeGreaterThan(0.05);
    expect(deadly.pagesPerSecond).toBeLessThan(quiet.pagesPerSecond * 0.8);
    expect(deadly.pagesPerSecond).toBeGreaterThan(quiet.pagesPerSecond * 0.3);
  });

  it('gives the same result for the same seed', () => {
    expect(simulate({ workers: 50 })).toEqual(simulate({ workers: 50 }));
  });
});

describe('scaleOf', () => {
  const measured: Measured = {
    pagesPerSecond: 100,
    inputBytes: 30_000,
    outputBytes: 5000,
    redisTimePerJob: 0.0002,
    commandsPerJob: 3,
    redisBytesPerJob: 1000,
  };

  it('computes a simple crawl', () => {
    const scale = scaleOf(measured, {
      pages: 3.6e9,
      pagesPerJob: 100,
      cores: 1000,
      efficiency: 1,
      pricePerCoreHour: 0.02,
      pricePerGigabyteMonth: 0.02,
      pricePerThousandRequests: 0.005,
    });
    expect(scale.pagesPerSecond).toBe(100_000);
    expect(scale.hours).toBeCloseTo(10);
    expect(scale.coreHours).toBeCloseTo(10_000);
    expect(scale.computeCost).toBeCloseTo(200);
    expect(scale.jobs).toBe(36e6);
    expect(scale.inputBytes).toBeCloseTo(108e12);
    expect(scale.readRate).toBeCloseTo(3e9);
    expect(scale.redisUse).toBeCloseTo(0.2);
    expect(scale.redisBytes).toBeCloseTo(36e9);
    expect(scale.requestCost).toBeCloseTo(360);
    expect(scale.storageCostPerMonth).toBeCloseTo(360);
  });

  it('computes how many cores saturate Redis and a network link', () => {
    expect(coresOfRedis(measured, 100)).toBeCloseTo(5000);
    expect(coresOfLine(measured, 3.5e9)).toBeCloseTo(1000);
  });
});

describe('simulateMachine', () => {
  const even = (count: number, weight = 1) => Array.from({ length: count }, () => ({ bytes: 100, weight }));
  /** Ranges with `pages` pages in each. */
  const ranges = (pages: number) =>
    function* (bytes: number) {
      for (let from = 0; from < bytes; from += 100 * pages) yield [from, from + 100 * pages] as const;
    };
  const batch: MachineModel['batch'] = {
    start: 0,
    mainStart: 0,
    startOfThread: 0,
    page: 0.01,
    mainPage: 0,
    cuts: ranges(10),
    held: 2,
    ahead: 4,
    rows: 16,
    shardRows: 1e9,
    sync: 0,
  };
  const machine = (change: Partial<MachineModel['batch']>, cores: number, pages = even(1600)) =>
    simulateMachine({ cores, pages, batch: { ...batch, ...change }, bare: { start: 0, page: 0.01 } });

  it.each([1, 2, 16])('gives the full rate of %d cores without other limits', cores => {
    const { batchRate, bareRate, mainUse } = machine({}, cores);
    expect(bareRate).toBeCloseTo(100 * cores, 6);
    expect(batchRate).toBeCloseTo(100 * cores, 6);
    expect(mainUse).toBe(0);
  });

  it('adds up the work of one core: starts, pages, collecting rows, the last shard', () => {
    const costs = { start: 2, mainStart: 1, startOfThread: 9, mainPage: 0.001, sync: 0.5 };
    const { batchRate, mainUse } = machine(costs, 1, even(1000));
    const seconds = 2 + 1000 * (0.01 + 0.001) + 0.5;
    expect(1000 / batchRate).toBeCloseTo(seconds, 6);
    expect(mainUse).toBeCloseTo((1 + 1000 * 0.001) / seconds, 6);
  });

  it('starts threads one after another', () => {
    const seconds = (cores: number) => 1600 / machine({ start: 1, startOfThread: 0.1 }, cores).batchRate;
    expect(seconds(16)).toBeCloseTo(1 + 1.5 + 1, 6);
  });

  it('is limited by its main thread if that has more work than one core can do', () => {
    const { batchRate, mainUse } = machine({ mainPage: 0.002 }, 16, even(16_000));
    expect(batchRate).toBeLessThanOrEqual(500);
    expect(batchRate).toBeGreaterThan(480);
    expect(mainUse).toBeGreaterThan(0.97);
  });

  it('waits for the thread with the last range', () => {
    // Five ranges for four threads: three are idle half of the time.
    expect(machine({ cuts: ranges(100) }, 4, even(500)).ratio).toBeCloseTo(5 / 8, 6);
    expect(machine({ cuts: ranges(5) }, 4, even(500)).ratio).toBeCloseTo(1, 6);
  });

  it('balances load better than bare processes, but with bounded read-ahead', () => {
    const pages = [...even(100, 5), ...even(1100)];
    expect(machine({}, 4, pages).ratio).toBeGreaterThan(1.3);
    const slow = [{ bytes: 100, weight: 500 }, ...even(1199)];
    const waiting = machine({ ahead: 1 }, 4, slow).batchRate;
    const ahead = machine({ ahead: 100 }, 4, slow).batchRate;
    expect(ahead / waiting).toBeGreaterThan(1.3);
  });
});

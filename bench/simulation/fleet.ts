import { Agenda } from './agenda.js';
import { Server, type ServerUse } from './server.js';

/** Parameters of a fleet. Times in seconds, sizes in bytes; those of the queue and of pages are measured. */
export interface FleetModel {
  readonly workers: number;
  readonly pagesPerJob: number;
  /** Of one core, per page: reading, extraction and writing. */
  readonly pageTime: number;
  /** Standard deviation of a page's time over its mean. */
  readonly pageSpread: number;
  /** Bytes read and written per page, as stored. */
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Time of Redis to finish a job and deliver the next, including totals. */
  readonly jobTime: number;
  /** Time of Redis to renew a lock. */
  readonly renewTime: number;
  /** Seconds between lock renewals. */
  readonly renewEvery: number;
  /** Overhead of a worker per job besides extraction and Redis: opening, linking, reporting. */
  readonly overheadTime: number;
  /** Round trip between worker and Redis. */
  readonly roundTrip: number;
  /** Bytes per second between the store and all workers, and between the store and one worker. */
  readonly storeBandwidth: number;
  readonly workerBandwidth: number;
  /** Mean seconds between failures of a worker, and until it is back. */
  readonly lifetime: number;
  readonly restartTime: number;
  /** Seconds until a job of a dead worker is delivered again. */
  readonly stallTime: number;
}

/** Random source, e.g. `seededRandom` of the learning package. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal. */
  normal(): number;
}

/** Steady state of a simulated fleet. */
export interface FleetUse {
  readonly pagesPerSecond: number;
  /** Share of the workers' time spent on extraction. */
  readonly workerUse: number;
  readonly redis: ServerUse;
  readonly store: ServerUse;
  /** Jobs restarted because their worker died, over jobs finished. */
  readonly repeated: number;
  /** Mean seconds from taking a job to finishing it. */
  readonly jobSeconds: number;
}

/** A discrete-event simulation of a fleet. */
class Fleet {
  readonly agenda = new Agenda();
  readonly redis = new Server(this.agenda);
  readonly store = new Server(this.agenda);
  finished = 0;
  repeated = 0;
  extracting = 0;
  inHand = 0;

  constructor(
    readonly model: FleetModel,
    readonly chance: Chance,
  ) {}

  /** Starts the workers, spread over the duration of a job. */
  start(): void {
    const { workers, pagesPerJob, pageTime } = this.model;
    for (let worker = 0; worker < workers; worker++) {
      this.agenda.at(this.chance.next() * pagesPerJob * pageTime, () => this.takeFirst());
    }
  }

  takeFirst(): void {
    this.askRedis(this.model.jobTime, () => this.work());
  }

  /** A worker's job: read, extract, write, finish; the last response brings the next job. */
  work(): void {
    const { model, agenda } = this;
    const began = agenda.now;
    const extraction = this.jobTime();
    const death = -Math.log(1 - this.chance.next()) * model.lifetime;
    this.transfer(model.inputBytes, () => {
      if (death < extraction) return agenda.after(death, () => this.die());
      this.renewWhile(extraction);
      agenda.after(extraction + model.overheadTime, () => {
        this.transfer(model.outputBytes, () => {
          this.askRedis(model.jobTime, () => {
            this.finished++;
            this.extracting += extraction;
            this.inHand += agenda.now - began;
            this.work();
          });
        });
      });
    });
  }

  /** The job of a dead worker returns to the queue later; the worker restarts. */
  die(): void {
    this.repeated++;
    this.agenda.after(this.model.stallTime, () => this.redis.serve(this.model.jobTime, () => {}));
    this.agenda.after(this.model.restartTime, () => this.takeFirst());
  }

  renewWhile(seconds: number): void {
    const { renewEvery, renewTime } = this.model;
    for (let moment = renewEvery; moment < seconds; moment += renewEvery) {
      this.agenda.after(moment, () => this.redis.serve(renewTime, () => {}));
    }
  }

  askRedis(seconds: number, then: () => void): void {
    const half = this.model.roundTrip / 2;
    this.agenda.after(half, () => this.redis.serve(seconds, () => this.agenda.after(half, then)));
  }

  /** A job's bytes pass through the store's shared line and the worker's own line. */
  transfer(bytesPerPage: number, then: () => void): void {
    const { pagesPerJob, storeBandwidth, workerBandwidth } = this.model;
    const bytes = bytesPerPage * pagesPerJob;
    const own = Math.max(bytes / workerBandwidth - bytes / storeBandwidth, 0);
    this.store.serve(bytes / storeBandwidth, () => this.agenda.after(own, then));
  }

  /** Extraction time of a job: a sum over many pages is nearly normal. */
  jobTime(): number {
    const { pagesPerJob, pageTime, pageSpread } = this.model;
    const spread = (this.chance.normal() * pageSpread) / Math.sqrt(pagesPerJob);
    return pagesPerJob * pageTime * Math.max(1 + spread, 0.05);
  }
}

/** Simulates as long as `jobs` jobs per worker take, and measures all but the first third. */
export function simulateFleet(model: FleetModel, chance: Chance, jobs = 30): FleetUse {
  const fleet = new Fleet(model, chance);
  fleet.start();
  const cycle = cycleTime(model);
  fleet.agenda.runUntil((cycle * jobs) / 3);
  const { finished, repeated, extracting, inHand } = fleet;
  fleet.redis.measureFromNow();
  fleet.store.measureFromNow();
  const span = (cycle * jobs * 2) / 3;
  fleet.agenda.runUntil((cycle * jobs) / 3 + span);
  const done = fleet.finished - finished;
  return {
    pagesPerSecond: (done * model.pagesPerJob) / span,
    workerUse: (fleet.extracting - extracting) / (span * model.workers),
    redis: fleet.redis.use(),
    store: fleet.store.use(),
    repeated: done === 0 ? 0 : (fleet.repeated - repeated) / done,
    jobSeconds: done === 0 ? 0 : (fleet.inHand - inHand) / done,
  };
}

/** Seconds per job without contention, or as limited by the bottleneck. */
export function cycleTime(model: FleetModel): number {
  const { pagesPerJob, pageTime, overheadTime, jobTime, roundTrip } = model;
  const bytes = (model.inputBytes + model.outputBytes) * pagesPerJob;
  const lines = bytes / Math.min(model.workerBandwidth, model.storeBandwidth);
  const alone = pagesPerJob * pageTime + overheadTime + jobTime + roundTrip + lines;
  return Math.max(alone, model.workers * jobTime, (model.workers * bytes) / model.storeBandwidth);
}

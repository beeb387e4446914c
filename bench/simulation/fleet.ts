import { Agenda } from './agenda.js';
import { Server, type ServerUse } from './server.js';

/** What a fleet is made of. Times in seconds, sizes in bytes; those of the queue and of pages are measured. */
export interface FleetModel {
  readonly workers: number;
  readonly pagesPerJob: number;
  /** Of one core, for a page: reading, extraction and writing rows. */
  readonly pageTime: number;
  /** How pages differ: standard deviation of a page's time over its mean. */
  readonly pageSpread: number;
  /** Bytes read and written for a page, as they lie in the store. */
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Time that Redis needs to finish a job and hand out the next one, with the totals. */
  readonly jobTime: number;
  /** Time that Redis needs to renew a lock. */
  readonly renewTime: number;
  /** Seconds between two renewals of a lock. */
  readonly renewEvery: number;
  /** Of a worker beside extraction and Redis, for a job: opening, linking, telling. */
  readonly overheadTime: number;
  /** There and back between worker and Redis. */
  readonly roundTrip: number;
  /** Bytes a second between the store and all workers together, and between the store and one of them. */
  readonly storeBandwidth: number;
  readonly workerBandwidth: number;
  /** Seconds between two deaths of one worker, on average; and until it is back. */
  readonly lifetime: number;
  readonly restartTime: number;
  /** Seconds until a job in the hands of a dead worker is handed out again. */
  readonly stallTime: number;
}

/** Where chance comes from: `seededRandom` of the learning package is one. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal. */
  normal(): number;
}

/** How a simulated fleet did once it was running. */
export interface FleetUse {
  readonly pagesPerSecond: number;
  /** Share of the workers' time in which they extracted. */
  readonly workerUse: number;
  readonly redis: ServerUse;
  readonly store: ServerUse;
  /** Jobs begun again because their worker died, over jobs finished. */
  readonly repeated: number;
  /** Seconds from taking a job to finishing it, on average. */
  readonly jobSeconds: number;
}

/** A fleet at work: everything that happens is an event on one agenda. */
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

  /** Starts all workers, spread over the time of a job: a fleet is not started in one instant. */
  start(): void {
    const { workers, pagesPerJob, pageTime } = this.model;
    for (let worker = 0; worker < workers; worker++) {
      this.agenda.at(this.chance.next() * pagesPerJob * pageTime, () => this.takeFirst());
    }
  }

  takeFirst(): void {
    this.askRedis(this.model.jobTime, () => this.work());
  }

  /** A worker with a job in hand: read, extract, write, finish; the answer of the last brings the next job. */
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

  /** The job of a dead worker comes back to the queue later; the worker itself starts anew. */
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

  /** The bytes of a job's pages cross the store's line in their turn, and the worker's own line. */
  transfer(bytesPerPage: number, then: () => void): void {
    const { pagesPerJob, storeBandwidth, workerBandwidth } = this.model;
    const bytes = bytesPerPage * pagesPerJob;
    const own = Math.max(bytes / workerBandwidth - bytes / storeBandwidth, 0);
    this.store.serve(bytes / storeBandwidth, () => this.agenda.after(own, then));
  }

  /** Extraction of a job: a sum of so many pages is near to normal. */
  jobTime(): number {
    const { pagesPerJob, pageTime, pageSpread } = this.model;
    const spread = (this.chance.normal() * pageSpread) / Math.sqrt(pagesPerJob);
    return pagesPerJob * pageTime * Math.max(1 + spread, 0.05);
  }
}

/** Lets a fleet work for as long as `jobs` jobs a worker take, and measures all but the first third of the time. */
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

/** Seconds of a job when nobody is in the way, or when the scarcest server sets the pace. */
export function cycleTime(model: FleetModel): number {
  const { pagesPerJob, pageTime, overheadTime, jobTime, roundTrip } = model;
  const bytes = (model.inputBytes + model.outputBytes) * pagesPerJob;
  const lines = bytes / Math.min(model.workerBandwidth, model.storeBandwidth);
  const alone = pagesPerJob * pageTime + overheadTime + jobTime + roundTrip + lines;
  return Math.max(alone, model.workers * jobTime, (model.workers * bytes) / model.storeBandwidth);
}

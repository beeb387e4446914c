/** Measured costs of a page and a job. Times in seconds, sizes in bytes. */
export interface Measured {
  /** Pages per second of one core, including reading and writing. */
  readonly pagesPerSecond: number;
  /** Bytes per page in a WARC.gz. */
  readonly inputBytes: number;
  /** Bytes per row in a shard. */
  readonly outputBytes: number;
  /** Time of Redis per job, from adding to finishing. */
  readonly redisTimePerJob: number;
  /** Commands sent to Redis per job. */
  readonly commandsPerJob: number;
  /** Memory of Redis per queued job. */
  readonly redisBytesPerJob: number;
}

/** Prices are in dollars. */
export interface Assumptions {
  readonly pages: number;
  readonly pagesPerJob: number;
  readonly cores: number;
  /** Share of a core's time spent on work; the rest are restarts, waits and uneven ends. */
  readonly efficiency: number;
  readonly pricePerCoreHour: number;
  /** Storage, per month. */
  readonly pricePerGigabyteMonth: number;
  /** Per request to the object store: one to read a job's range, one to write its shard. */
  readonly pricePerThousandRequests: number;
}

export interface Scale {
  readonly coreHours: number;
  readonly hours: number;
  readonly pagesPerSecond: number;
  readonly jobs: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Bytes per second read and written by all workers. */
  readonly readRate: number;
  readonly writeRate: number;
  /** Share of Redis' one core, and commands per second. */
  readonly redisUse: number;
  readonly redisCommandsPerSecond: number;
  /** Memory of Redis if all jobs are queued at once. */
  readonly redisBytes: number;
  readonly computeCost: number;
  readonly requestCost: number;
  readonly storageCostPerMonth: number;
}

export function scaleOf(measured: Measured, assumed: Assumptions): Scale {
  const pagesPerSecond = measured.pagesPerSecond * assumed.cores * assumed.efficiency;
  const seconds = assumed.pages / pagesPerSecond;
  const coreHours = (seconds * assumed.cores) / 3600;
  const jobs = Math.ceil(assumed.pages / assumed.pagesPerJob);
  const jobsPerSecond = jobs / seconds;
  const outputBytes = assumed.pages * measured.outputBytes;
  return {
    coreHours,
    hours: seconds / 3600,
    pagesPerSecond,
    jobs,
    inputBytes: assumed.pages * measured.inputBytes,
    outputBytes,
    readRate: pagesPerSecond * measured.inputBytes,
    writeRate: pagesPerSecond * measured.outputBytes,
    redisUse: jobsPerSecond * measured.redisTimePerJob,
    redisCommandsPerSecond: jobsPerSecond * measured.commandsPerJob,
    redisBytes: jobs * measured.redisBytesPerJob,
    computeCost: coreHours * assumed.pricePerCoreHour,
    requestCost: (jobs * 2 * assumed.pricePerThousandRequests) / 1000,
    storageCostPerMonth: (outputBytes / 1e9) * assumed.pricePerGigabyteMonth,
  };
}

/** Cores at which Redis is saturated. */
export function coresOfRedis(measured: Measured, pagesPerJob: number): number {
  return pagesPerJob / measured.redisTimePerJob / measured.pagesPerSecond;
}

/** Cores at which a line to the store is saturated. */
export function coresOfLine(measured: Measured, bytesPerSecond: number): number {
  return bytesPerSecond / ((measured.inputBytes + measured.outputBytes) * measured.pagesPerSecond);
}

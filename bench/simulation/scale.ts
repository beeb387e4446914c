/** Figures that were measured: what a page and a job cost. Times in seconds, sizes in bytes. */
export interface Measured {
  /** Pages a second of one core, reading and writing included. */
  readonly pagesPerSecond: number;
  /** Bytes of a page in a WARC.gz. */
  readonly inputBytes: number;
  /** Bytes of a page's row in a shard. */
  readonly outputBytes: number;
  /** Time of Redis for a job, from putting it in to taking it out. */
  readonly redisTimePerJob: number;
  /** Commands that are sent to Redis for a job. */
  readonly commandsPerJob: number;
  /** Memory of Redis for a job that waits. */
  readonly redisBytesPerJob: number;
}

/** What is taken for granted and may be set otherwise; prices in dollars. */
export interface Assumptions {
  readonly pages: number;
  readonly pagesPerJob: number;
  /** Cores that work. */
  readonly cores: number;
  /** Share of a core's time that goes into work: the rest are restarts, waits, uneven ends. */
  readonly efficiency: number;
  readonly pricePerCoreHour: number;
  /** For what is kept, by the month. */
  readonly pricePerGigabyteMonth: number;
  /** For a request to the object store: one to read a job's range, one to write its shard. */
  readonly pricePerThousandRequests: number;
}

/** What a crawl takes. */
export interface Scale {
  readonly coreHours: number;
  readonly hours: number;
  readonly pagesPerSecond: number;
  readonly jobs: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Bytes a second that all workers read, and that they write. */
  readonly readRate: number;
  readonly writeRate: number;
  /** Share of Redis' one core, and commands a second. */
  readonly redisUse: number;
  readonly redisCommandsPerSecond: number;
  /** Memory of Redis if all jobs wait at once. */
  readonly redisBytes: number;
  readonly computeCost: number;
  readonly requestCost: number;
  readonly storageCostPerMonth: number;
}

/** Computes what a crawl takes. */
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

/** Cores at which Redis alone has no time left. */
export function coresOfRedis(measured: Measured, pagesPerJob: number): number {
  return pagesPerJob / measured.redisTimePerJob / measured.pagesPerSecond;
}

/** Cores at which a line to the store is full. */
export function coresOfLine(measured: Measured, bytesPerSecond: number): number {
  return bytesPerSecond / ((measured.inputBytes + measured.outputBytes) * measured.pagesPerSecond);
}

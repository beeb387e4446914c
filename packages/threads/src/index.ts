export { type InFlight, inOrder, Pool, type PoolOptions, type PoolTask, type Sent, single } from './pool.js';
export type { Failure, Host, Open } from './protocol.js';
export {
  type Death,
  type Done,
  type Ending,
  runAlone,
  type TaskControl,
  Thread,
  type ThreadOptions,
} from './thread.js';

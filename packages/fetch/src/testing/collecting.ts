import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage again and again while something is under way: what nobody holds is gone, as it is sooner or later in
 * a process that works.
 */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const timer = setInterval(collect, 20);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

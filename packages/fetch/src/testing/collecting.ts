import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs garbage collection repeatedly during `work`, so that unreferenced objects are freed as in a busy process. */
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

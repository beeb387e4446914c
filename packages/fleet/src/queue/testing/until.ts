/** Waits until a condition is true; throws after `limit` milliseconds. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  what: string,
  limit = 60_000,
): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`expected ${what} within ${limit} ms`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

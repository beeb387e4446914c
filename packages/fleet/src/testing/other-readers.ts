import { spawnSync } from 'node:child_process';

/** The Python for tests: PITH_PYTHON, or python3. */
const python = process.env.PITH_PYTHON ?? 'python3';

/** True if Python has the modules; otherwise prints why tests are skipped. */
export function hasPython(what: string, ...modules: readonly string[]): boolean {
  const found = spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
  if (!found)
    process.stderr.write(`${what} is not tested: ${python} has no ${modules.join(', ')} (set PITH_PYTHON)\n`);
  return found;
}

/** The output of a Python program, parsed as JSON. */
export function runPython(program: string, ...given: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, ...given], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the Python program failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Runs a query in DuckDB. */
export type QueryDuckDb = (sql: string) => Promise<Record<string, unknown>[]>;

/** An in-memory DuckDB, or undefined (with a message) if its binary is missing. */
export async function duckDb(what: string): Promise<QueryDuckDb | undefined> {
  try {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run("set timezone = 'UTC'");
    return async sql => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } catch (error) {
    process.stderr.write(`${what} is not tested: no DuckDB (${(error as Error).message})\n`);
    return undefined;
  }
}

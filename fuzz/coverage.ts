import { faultsOf } from './check.js';

/** Target of a coverage-guided fuzzer (Jazzer.js): any bytes as a page. Throws on a fault. */
export function fuzz(data: Buffer): void {
  const page = {
    bytes: new Uint8Array(data),
    options: { url: 'https://example.org/2024/02/03/a' },
    mutations: [],
  };
  const { faults } = faultsOf(page, { twice: false, parsed: true });
  const [first] = faults;
  if (first !== undefined) throw new Error(`${first.kind}: ${first.what}`);
}

import type { Locator, Page } from 'playwright-core';

/** What a person does: clicks and keys, counted. */
export interface Counted {
  readonly clicks: number;
  readonly keys: number;
  click(target: Locator): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
}

/** Counts what it takes to get something done. */
export function counting(page: Page): Counted {
  let [clicks, keys] = [0, 0];
  return {
    get clicks() {
      return clicks;
    },
    get keys() {
      return keys;
    },
    async click(target) {
      clicks++;
      await target.click();
    },
    async press(...all) {
      for (const key of all) {
        keys++;
        await page.keyboard.press(key);
      }
    },
  };
}

import type { Locator, Page } from 'playwright-core';

/** Counted clicks and keys of a person. */
export interface Counted {
  readonly clicks: number;
  readonly keys: number;
  click(target: Locator): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
}

/** Counts the clicks and keys on a page. */
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

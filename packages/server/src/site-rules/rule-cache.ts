import { listSiteRules, type Store, type StoredSiteRules } from '@webpith/store';
import { siteOf } from 'webpith/stages';

export interface RulesOfSite {
  readonly site: string;
  readonly rules: StoredSiteRules['rules'];
}

export interface RuleCache {
  forUrl(url: string | undefined): Promise<RulesOfSite | undefined>;
  /** Reloads the rules on next use. */
  forget(): void;
}

/** Keeps all rules in memory; they are few and change seldom. */
export function ruleCache(store: Store): RuleCache {
  let known: Promise<ReadonlyMap<string, RulesOfSite>> | undefined;
  return {
    async forUrl(url) {
      const site = url === undefined ? undefined : siteOf({ url });
      if (site === undefined) return undefined;
      known ??= readAll(store);
      known.catch(() => {
        known = undefined;
      });
      return (await known).get(site);
    },
    forget() {
      known = undefined;
    },
  };
}

async function readAll(store: Store): Promise<ReadonlyMap<string, RulesOfSite>> {
  const all = await listSiteRules(store);
  return new Map(all.map(({ site, rules }) => [site, { site, rules }]));
}

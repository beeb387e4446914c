import { listSiteRules, type Store, type StoredSiteRules } from '@webpith/store';
import { siteOf } from 'webpith/stages';

type RulesOfSite = Pick<StoredSiteRules, 'site' | 'rules'>;

/** Keeps all rules in memory; they are few and change seldom. */
export class RuleCache {
  readonly #store: Store;
  #rules: Promise<ReadonlyMap<string, RulesOfSite>> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async forUrl(url: string | undefined): Promise<RulesOfSite | undefined> {
    const site = url === undefined ? undefined : siteOf({ url });
    if (site === undefined) return undefined;
    this.#rules ??= readAll(this.#store);
    this.#rules.catch(() => this.forget());
    return (await this.#rules).get(site);
  }

  /** Reloads the rules on next use. */
  forget(): void {
    this.#rules = undefined;
  }
}

async function readAll(store: Store): Promise<ReadonlyMap<string, RulesOfSite>> {
  const all = await listSiteRules(store);
  return new Map(all.map(({ site, rules }) => [site, { site, rules }]));
}

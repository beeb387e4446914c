import type { SiteRuleTable } from './schema.js';
import type { Store } from './store.js';

export interface StoredSiteRules {
  readonly site: string;
  readonly rules: { readonly keep: string[]; readonly drop: string[] };
  /** Training pages and measured effect; null if the rules were not learned. */
  readonly learned: unknown;
  readonly created: string;
  readonly createdBy: string;
}

export async function saveSiteRules(
  { db }: Store,
  rules: Omit<StoredSiteRules, 'created'>,
): Promise<StoredSiteRules> {
  const created = new Date().toISOString();
  const values = {
    rules: JSON.stringify(rules.rules),
    learned: JSON.stringify(rules.learned),
    created,
    created_by: rules.createdBy,
  };
  await db
    .insertInto('site_rule')
    .values({ site: rules.site, ...values })
    .onConflict(conflict => conflict.column('site').doUpdateSet(values))
    .execute();
  return { ...rules, created };
}

export async function listSiteRules({ db }: Store): Promise<StoredSiteRules[]> {
  return (await db.selectFrom('site_rule').selectAll().orderBy('site').execute()).map(fromRow);
}

export async function readSiteRules({ db }: Store, site: string): Promise<StoredSiteRules | undefined> {
  const row = await db.selectFrom('site_rule').selectAll().where('site', '=', site).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns false if the site has no rules. */
export async function removeSiteRules({ db }: Store, site: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('site_rule').where('site', '=', site).executeTakeFirst();
  return numDeletedRows > 0n;
}

function fromRow({ site, rules, learned, created, created_by }: SiteRuleTable): StoredSiteRules {
  return {
    site,
    rules: JSON.parse(rules) as StoredSiteRules['rules'],
    learned: JSON.parse(learned) as unknown,
    created,
    createdBy: created_by,
  };
}

// Memories of the sites of read pages, in the storage of the extension. Only if they are turned on in the options.
import { fingerprint, SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';

const MOST_SITES = 100;
const MILLISECONDS_PER_DAY = 86_400_000;

/** The memory of the site of a page, with the page. Of too many sites, those read last are stored. */
export async function memoryWith({ html, url }) {
  const { remembers, memories } = await chrome.storage.local.get({ remembers: false, memories: [] });
  const site = siteOf({ url });
  if (!remembers || site === undefined) return undefined;
  const memory = storedMemory(memories.find(([name]) => name === site)?.[1]);
  memory.add(fingerprint(html, { url }), Math.floor(Date.now() / MILLISECONDS_PER_DAY));
  const others = memories.filter(([name]) => name !== site).slice(1 - MOST_SITES);
  await chrome.storage.local.set({ memories: [...others, [site, memory.toJSON()]] });
  return memory;
}

function storedMemory(stored) {
  try {
    return SiteMemory.fromJSON(stored);
  } catch {
    return new SiteMemory(); // none, or one of another version
  }
}

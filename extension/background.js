// Opens the reader in a tab of its own beside the page, which cannot reach, cover or imitate what is in there.
const READER = chrome.runtime.getURL('reader.html');

chrome.action.onClicked.addListener(tab => toggleReader(tab));

/** Opens the reader for a page, or closes it if it is the current tab. */
async function toggleReader({ id, index, url = '' }) {
  if (url.startsWith(READER)) return await chrome.tabs.remove(id);
  await chrome.tabs.create({ url: `${READER}?tab=${id}`, index: index + 1, openerTabId: id });
}
globalThis.toggleReader = toggleReader;

// Opens the reader when the button is pressed. Sends reports from here, because the policy of a page could block them.

const DEFAULT_SERVER = 'http://127.0.0.1:7488';

chrome.action.onClicked.addListener(tab => readTab(tab.id));

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id || message.kind !== 'report') return;
  report(message).then(
    () => answer({}),
    error => answer({ error: error.message }),
  );
  return true; // responds asynchronously
});

/** Shows or hides the reader. */
async function readTab(tabId) {
  // If the server does not respond, the model downloaded last is used.
  await updateModel().catch(() => undefined);
  await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
}
globalThis.readTab = readTab;

/** Milliseconds to wait for the settings of the server. */
const TIMEOUT = 1500;

/** Downloads the default model of the server, if it has one; pages are extracted with it in the browser. */
async function updateModel() {
  const { model: stored } = await chrome.storage.local.get('model');
  const { model } = await request('/v1/settings', { signal: AbortSignal.timeout(TIMEOUT) });
  if (model === undefined) await chrome.storage.local.remove('model');
  else if (model.id !== stored?.id)
    await chrome.storage.local.set({
      model: { id: model.id, file: await request(`/v1/models/${model.id}/file`) },
    });
}

async function report({ html, url, missing, extra }) {
  const { view } = await post('/v1/extract', { html, url, keepView: true, outputs: [] });
  await post('/v1/feedback', { view, missing, extra });
}

const post = (path, body) => request(path, { method: 'POST', body: JSON.stringify(body) });

async function request(path, init = {}) {
  const { server = DEFAULT_SERVER, token = '' } = await chrome.storage.local.get(['server', 'token']);
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(new URL(path, server), { ...init, headers }).catch(() => {
    throw new Error(`${server} does not respond. Start it with: pith serve --cors ${location.origin}`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error(
      [answer.detail, answer.remedy].filter(Boolean).join(' ') ||
        `${server} responded with status ${response.status}.`,
    );
  return answer;
}

// Opens the reader when the button is pressed, and sends reports: a page's own policy could forbid its script to.

const DEFAULT_SERVER = 'http://127.0.0.1:7488';

chrome.action.onClicked.addListener(tab => readTab(tab.id));

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id || message.kind !== 'report') return;
  report(message).then(
    () => answer({}),
    error => answer({ error: error.message }),
  );
  return true; // the answer comes later
});

/** Shows the reader over a page, or takes it away again. */
async function readTab(tabId) {
  // Where no server answers, what it said last holds.
  await bringModel().catch(() => undefined);
  await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
}
globalThis.readTab = readTab;

/** Milliseconds that reading waits for the server to say which model answers. */
const PATIENCE = 1500;

/** Brings the model that answers on the server, where one does: pages are read by it here, and none leaves for that. */
async function bringModel() {
  const { model: held } = await chrome.storage.local.get('model');
  const { model } = await ask('/v1/settings', { signal: AbortSignal.timeout(PATIENCE) });
  if (model === undefined) await chrome.storage.local.remove('model');
  else if (model.id !== held?.id)
    await chrome.storage.local.set({
      model: { id: model.id, file: await ask(`/v1/models/${model.id}/file`) },
    });
}

async function report({ html, url, missing, extra }) {
  const { view } = await post('/v1/extract', { html, url, keepView: true, outputs: [] });
  await post('/v1/feedback', { view, missing, extra });
}

const post = (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) });

async function ask(path, init = {}) {
  const { server = DEFAULT_SERVER, token = '' } = await chrome.storage.local.get(['server', 'token']);
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(new URL(path, server), { ...init, headers }).catch(() => {
    throw new Error(`${server} does not answer; start it with: pith serve --cors ${location.origin}`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error([answer.detail, answer.remedy].filter(Boolean).join(' ') || `${response.status}`);
  return answer;
}

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
  await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
}
globalThis.readTab = readTab;

async function report({ html, url, missing, extra }) {
  const { server = DEFAULT_SERVER, token = '' } = await chrome.storage.local.get(['server', 'token']);
  const { view } = await post(server, token, '/v1/extract', { html, url, keepView: true, outputs: [] });
  await post(server, token, '/v1/feedback', { view, missing, extra });
}

async function post(server, token, path, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, server), init).catch(() => {
    throw new Error(`${server} does not answer; start it with: pith serve --cors ${location.origin}`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error([answer.detail, answer.remedy].filter(Boolean).join(' ') || `${response.status}`);
  return answer;
}

// Requests to the server that is set in the options.
export const DEFAULT_SERVER = 'http://127.0.0.1:7488';

/** Milliseconds to wait for the settings of the server. */
const TIMEOUT = 1500;

/**
 * The default model of the server as a file, undefined if it has none. It is downloaded once; if the server does not
 * respond, the one downloaded last is used.
 */
export async function modelOfServer() {
  const { model: stored } = await chrome.storage.local.get('model');
  try {
    const { model } = await request('/v1/settings', { signal: AbortSignal.timeout(TIMEOUT) });
    if (model?.id === stored?.id) return stored?.file;
    await chrome.storage.local.remove('model');
    if (model === undefined) return undefined;
    const file = await request(`/v1/models/${model.id}/file`);
    await chrome.storage.local.set({ model: { id: model.id, file } });
    return file;
  } catch {
    return stored?.file;
  }
}

/** Sends the marks and the page, which become a report. */
export async function sendReport({ html, url, missing, extra }) {
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

import { DEFAULT_SERVER } from './server.js';

const form = document.querySelector('form');
const { server, token, remembers } = form.elements;
document.querySelector('code').textContent = `pith serve --cors ${location.origin}`;

chrome.storage.local.get({ server: DEFAULT_SERVER, token: '', remembers: false }).then(known => {
  server.value = known.server;
  token.value = known.token;
  remembers.checked = known.remembers;
});

remembers.addEventListener('change', async () => {
  await chrome.storage.local.set({ remembers: remembers.checked });
  if (!remembers.checked) await chrome.storage.local.remove('memories');
});

form.addEventListener('submit', async event => {
  event.preventDefault();
  const { origin } = new URL(server.value);
  const granted = await chrome.permissions.request({ origins: [`${origin}/*`] });
  if (granted) await chrome.storage.local.set({ server: origin, token: token.value });
  document.querySelector('output').value = granted
    ? 'Saved.'
    : 'Not saved: the browser denied access to this server.';
});

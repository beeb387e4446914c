import { DEFAULT_SERVER } from './server.js';

const form = document.querySelector('form');
const { server, token } = form.elements;
document.querySelector('code').textContent = `pith serve --cors ${location.origin}`;

chrome.storage.local.get({ server: DEFAULT_SERVER, token: '' }).then(known => {
  server.value = known.server;
  token.value = known.token;
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

// A bundled page script: extracts from its own document, and in a worker.
import { extract } from 'webpith';

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  const { title, text, markdown } = extract(document);
  document.documentElement.dataset.result = JSON.stringify({ page: { title, text, markdown }, worker: data });
};
worker.onerror = ({ message }) => {
  document.documentElement.dataset.result = JSON.stringify({ error: message });
};
worker.postMessage(document.documentElement.outerHTML);

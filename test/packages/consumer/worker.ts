// A module worker, bundled.
import { chunks, extract } from 'webpith';

self.onmessage = ({ data }) => {
  const article = extract(data as string);
  self.postMessage({
    title: article.title,
    text: article.text,
    chunks: chunks(article, { size: 32 }).length,
  });
};

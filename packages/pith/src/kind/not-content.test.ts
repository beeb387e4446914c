import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { RegionDraft } from '../regions/regions.js';
import { treeFromHtml } from '../tree/from-html.js';
import { notContent } from './not-content.js';

/** Classifies a page of which all text is kept, or none. */
function classify(html: string, title?: string, keep = true): string | undefined {
  const facts = new Page(blocksFromTree(treeFromHtml(html)), { title, schemaTypes: [] });
  const { count } = facts.blocks;
  const draft = new RegionDraft(new Float32Array(count), { cut: 0.5, expected: 0 });
  if (keep) for (let b = 0; b < count; b++) draft.decide(b, 'content', 'above');
  return notContent(facts, draft);
}

const LINKS = '<p>Go back to the home page or search for what you were looking for on this site.</p>';
const ARTICLE = `<p>${'The harbour has seen many ships, and few of them came back as they had left. '.repeat(12)}</p>`;

const STUBS: readonly (readonly [why: string, text: string])[] = [
  ['error page', '404 – Page not found'],
  ['error page', '404 Not Found'],
  ['error page', 'Error 404'],
  ['error page', 'Not Found'],
  ['error page', 'The requested URL /a/b.html was not found on this server.'],
  ['error page', '503 Service Unavailable'],
  ['error page', 'The page you requested could not be found.'],
  ['error page', 'This page cannot be found'],
  ['error page', 'Sorry, this page doesn’t exist.'],
  ['error page', 'Die Seite wurde nicht gefunden'],
  ['error page', 'Seite nicht gefunden'],
  ['error page', 'Fehler 404'],
  ['error page', 'Page introuvable'],
  ['error page', 'Página no encontrada'],
  ['error page', 'Página não encontrada'],
  ['error page', 'Pagina non trovata'],
  ['error page', 'Pagina niet gevonden'],
  ['error page', 'Strona nie istnieje'],
  ['error page', 'Страница не найдена'],
  ['error page', '抱歉，页面不存在'],
  ['error page', 'お探しのページが見つかりません'],
  ['access denied', 'Access Denied'],
  ['access denied', 'Access to this page has been denied'],
  ['access denied', 'Forbidden'],
  ['access denied', 'You don’t have permission to view this'],
  ['access denied', 'Zugriff verweigert'],
  ['access denied', 'Accès refusé'],
  ['access denied', 'Acceso denegado'],
  ['access denied', 'Доступ запрещён'],
  ['robot check', 'Please complete the CAPTCHA below'],
  ['robot check', 'Checking your browser before you can go on'],
  ['robot check', 'Just a moment...'],
  ['robot check', 'Verify you are human'],
  ['robot check', 'Confirm that you are not a robot'],
  ['robot check', 'Bestätigen Sie, dass Sie kein Roboter sind'],
  ['robot check', 'Je ne suis pas un robot'],
  ['robot check', 'Подтвердите, что вы не робот'],
  ['script needed', 'Please enable JavaScript to run this app.'],
  ['script needed', 'JavaScript is disabled in your browser'],
  ['script needed', 'Bitte aktivieren Sie JavaScript'],
  ['script needed', 'Veuillez activer… activez JavaScript'],
  ['script needed', 'Por favor, habilite JavaScript'],
  ['script needed', 'Пожалуйста, включите JavaScript'],
  ['script needed', '请启用 JavaScript 后再试'],
  ['cookie wall', 'Accept cookies to continue'],
  ['cookie wall', 'Before you continue to the site'],
  ['cookie wall', 'Bitte akzeptieren Sie alle Cookies, um fortzufahren'],
  ['cookie wall', 'Acceptez les cookies pour continuer'],
  ['redirect', 'You are being redirected to another page'],
  ['redirect', 'Moved Permanently'],
  ['redirect', 'Sie werden automatisch weitergeleitet'],
  ['redirect', 'Vous allez être redirigé'],
  ['login wall', 'You must be logged in to see this'],
  ['login wall', 'Please sign in to continue'],
];

describe('notContent', () => {
  it.each(STUBS)('recognises %s: %s', (why, text) => {
    expect(classify(`<h1>${text}</h1>${LINKS}`)).toBe(why);
    expect(classify(`<p>${text}</p>${LINKS}`, undefined, false)).toBe(why);
  });

  it('also reads the title of the page', () => {
    expect(classify(`<p>Oh no!</p>${LINKS}`, '404 Not Found | Example')).toBe('error page');
  });

  it('recognises a page without text, and one with hardly any', () => {
    expect(classify('<body><img src=a></body>')).toBe('no text');
    expect(classify('<p>Welcome to our site</p>')).toBe('hardly any text');
    expect(classify('<p>Eight words are enough to be a page.</p>')).toBeUndefined();
  });

  it('returns nothing for articles about errors and cookies', () => {
    for (const [, text] of STUBS) expect(classify(`<h1>${text}</h1>${ARTICLE}`)).toBeUndefined();
    expect(
      classify(`<h1>What a 404 error tells about a web site</h1>${ARTICLE}`, '404 error'),
    ).toBeUndefined();
  });

  it('returns nothing for a short text that only contains the words', () => {
    const short = 'It was the first visit to the city for most of them, and it rained all day long.';
    expect(
      classify(`<h1>The Forbidden City</h1><p>Entry was forbidden for centuries. ${short}</p>`),
    ).toBeUndefined();
    expect(classify(`<p>For just a moment the rain stopped. ${short}</p>`)).toBeUndefined();
    expect(
      classify(`<p>They found the page of the book at last; the map was not. ${short}</p>`),
    ).toBeUndefined();
    expect(classify(`<p>We use cookies. ${short} Accept all cookies.</p>`)).toBeUndefined();
  });

  it('reads the start of a long page of which nothing was kept', () => {
    expect(classify(`<h1>Access denied</h1>${ARTICLE}`, undefined, false)).toBe('access denied');
    expect(classify(`${ARTICLE}${ARTICLE}<p>Access denied</p>`, undefined, false)).toBeUndefined();
  });
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { cleanFragment } from './clean-html.js';

function cleaned(html: string, options = {}): HTMLElement {
  const box = document.createElement('div');
  box.append(cleanFragment(html, options));
  return box;
}

describe('cleanFragment', () => {
  it('keeps the elements of an article', () => {
    const html =
      '<h2>Tides</h2><p>High at <em>six</em></p><ul><li>boots</li></ul><table><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    expect(cleaned(html).innerHTML).toBe(html);
  });

  it('drops active elements with their content', () => {
    const hostile =
      '<p>a</p><script>x</script><svg><script>x</script><text>x</text></svg><iframe srcdoc="x"></iframe><style>x</style><template><p>x</p></template><object data="x">x</object><form action="x">x</form>';
    expect(cleaned(hostile).innerHTML).toBe('<p>a</p>');
  });

  it('removes handlers, styles and classes', () => {
    const box = cleaned(
      '<p onclick="x()" style="color:red" class="bar" data-x="1">a<b onmouseover=x>b</b></p>',
    );
    expect([...box.querySelectorAll('*')].flatMap(element => element.getAttributeNames())).toEqual([]);
    expect(box.textContent).toBe('ab');
  });

  it('allows links to the web, to mail and into the article only', () => {
    const addresses = [
      'https://a.test/',
      'mailto:a@b.test',
      '#fn-1',
      'javascript:x',
      ' java\tscript:x',
      'data:text/html,x',
      '//a.test',
      '/v1/tokens',
    ];
    const box = cleaned(addresses.map(href => `<a href="${href}">x</a>`).join(''));
    const kept = [...box.querySelectorAll('a')].map(link => link.getAttribute('href'));
    expect(kept).toEqual([
      'https://a.test/',
      'mailto:a@b.test',
      '#article-fn-1',
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(box.querySelector('a')!.rel).toContain('noopener');
  });

  it('prefixes ids so that they cannot clash with those of the app', () => {
    expect(cleaned('<ol><li id="main">x</li></ol>').querySelector('li')!.id).toBe('article-main');
  });

  it('loads images only if requested', () => {
    const html = '<img src="https://a.test/b.png" alt="A boat" onerror="x">';
    expect(cleaned(html).querySelector('img')).toBeNull();
    expect(cleaned(html).textContent).toContain('A boat');
    const shown = cleaned(html, { pictures: true }).querySelector('img')!;
    expect(shown.getAttributeNames().sort()).toEqual(['alt', 'loading', 'referrerpolicy', 'src']);
    expect(cleaned('<img src="javascript:x">', { pictures: true }).querySelector('img, a')).toBeNull();
  });

  it('writes text of foreign namespaces as text, never as markup', () => {
    const box = cleaned(
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">',
    );
    const again = document.createElement('div');
    again.innerHTML = box.innerHTML;
    for (const each of [box, again]) expect(each.querySelector('[onerror], script, style')).toBeNull();
  });

  it('keeps formulas in MathML, without their annotations', () => {
    const formula = '<math><semantics><mrow><mi>μ</mi></mrow></semantics></math>';
    const annotation =
      '<annotation encoding="application/x-tex">\\mu</annotation><annotation-xml encoding="text/html"><b onclick="x">x</b></annotation-xml>';
    const box = cleaned(formula.replace('</semantics>', `${annotation}$&`));
    expect(box.innerHTML).toBe(formula);
    expect(cleaned('<math><maction><mi>x</mi></maction></math>').innerHTML).toBe(
      '<math><mrow><mi>x</mi></mrow></math>',
    );
  });

  it('handles deep nesting', () => {
    const depth = 200;
    expect(cleaned(`${'<div>'.repeat(depth)}x`).querySelectorAll('div').length).toBe(depth);
  });
});

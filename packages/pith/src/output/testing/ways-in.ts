const IMG = '&lt;img src=x onerror=alert(1)&gt;';
const TEX = (latex: string) => `<script type="math/tex">${latex}</script>`;
const NOTE = (body: string, behind = '') =>
  `<p>Word<sup id=r><a href="#n">1</a></sup>${behind}</p><ol class=footnotes><li id=n>${body} <a href="#r">^</a></li></ol>`;

/**
 * Pages whose text became markup when their Markdown was rendered, by cause. Each calls `alert(1)`, or has a handler or
 * URL that would.
 */
export const WAYS_IN: Readonly<Record<string, string>> = {
  'code spans whose fences join': `<p><code>\`\`</code><code>${IMG}</code></p>`,
  'code spans side by side': `<p><code>a</code><code>b</code><code>${IMG}</code></p>`,
  'code in a link that is none, beside code': `<p><a href="javascript:x"><code>a</code></a><code>${IMG}</code></p>`,
  'a tag in a formula': `<p>${TEX('x<img src=y onerror=alert(1)>')}</p>`,
  'an attribute that runs past the formula': '<p>$a_b&lt;img src=x onerror=alert(1)//$ c&gt;</p>',
  'an attribute that runs past a formula of the page': `<p>${TEX('a<img src=x onerror=alert(1)//')} b&gt;</p>`,
  'a backtick in a formula': `<p>${TEX('a`')} <code>${IMG}</code></p>`,
  'a backtick in a formula on its own': `<p><code>b</code></p><script type="math/tex; mode=display">a\`\n<img src=x onerror=alert(1)></script>`,
  'a bracket that opens in a formula': `<p>${TEX('[')} x](javascript:alert(1))</p>`,
  'a bracket that opens in a formula of the text': '<p>$a_[$ x](javascript:alert(1))</p>',
  'a bracket that closes in a formula': `<p><a href=/x title="${IMG}">a ${TEX('b]')} c</a></p>`,
  'a bracket that closes in a formula of the text': `<p><a href=/x title="${IMG}">a $b_c]$ d</a></p>`,
  'an address at the end of a formula': `<p>${TEX('http://example.org/')}${IMG}</p>`,
  'an address at the end of a formula of the text': `<p>$a_b://example.org/$${IMG} $http://x_y/$${IMG}</p>`,
  'a scheme in a formula': '<p>$\\x&lt;javascript:alert(1)$&gt;</p>',
  'carriage returns in a formula':
    '<math display=block alttext="a&#13;&#13;&lt;img src=x onerror=alert(1)&#13;&gt;"><mi>a</mi></math>',
  'www before a sign that is escaped': `<p>www.example.org/${IMG}</p>`,
  'WWW before a sign that is escaped': `<p>See WWW.example.org${IMG}</p>`,
  'http before a sign that is escaped': `<p>http://example.org/${IMG} HTTPS://example.org/\\${IMG}</p>`,
  'an address before code': `<p>www.example.org/<code>${IMG}</code> <code>b</code></p>`,
  'an address that takes the backslash of a backtick': `<p>www.example.org/\`a <code>${IMG}</code></p>`,
  'the name of a tag as an address of sound': '<p>x</p><audio src="script"></audio><p>alert(1)</p>',
  'a tag as an address of film': '<p>x</p><video src="img/src=x/onerror=alert(1)"></video>',
  'blank lines in a summary': `<details><summary>a <a href=/x title="b\n\n[c](javascript:alert(1))">c</a></summary><p>d</p></details>`,
  'carriage returns in a summary': `<details><summary>a <a href=/x title="b&#13;&#13;[c](javascript:alert(1))">c</a></summary><p>d</p></details>`,
  'carriage returns in a table': `<table><tr><td colspan=2><a href=/x title="b&#13;&#13;[c](javascript:alert(1))">c</a><tr><td>a<td>b</table>`,
  'blank lines in a table': `<table><tr><td colspan=2><pre>a\n\n[c](javascript:alert(1))\r\r[c](javascript:alert(1))</pre><tr><td>a<td>b</table>`,
  'a note that reads as an address': NOTE('javascript:alert(1)'),
  'a note that reads as an address with a title': NOTE('javascript:alert(1) "x"'),
  'a note that reads as an address with other white space': NOTE('javascript:alert(1)//\u00a0x\u2003y'),
  'a reference before brackets': NOTE('one two three', '(javascript:alert(1))'),
  'a reference before a colon': `<p><sup id=r><a href="#n">1</a></sup>: javascript:alert(1)</p><p>a<a href="#n">1</a></p><ol class=footnotes><li id=n>b c d <a href="#r">^</a></li></ol>`,
  'code in a note': NOTE(`<pre>${IMG}\n\nb</pre>`),
  'code in a task': `<ul><li><input type=checkbox><pre>${IMG}\n\nb</pre></li></ul>`,
  'a table in a task': `<ul><li><input type=checkbox><table><tr><td colspan=2>[c](javascript:alert(1))<tr><td>a<td>b</table></li></ul>`,
  'a reference without a semicolon in an address': '<p><a href="javascript&amp;#58alert(1)">x</a></p>',
  'a reference in an address': '<p><a href="javascript&amp;colon;alert(1)">x</a></p>',
  'backticks in addresses': `<p><a href="/a?\`b">x</a> <code>${IMG}</code> <a href="/c?\`d">y</a></p>`,
  'a title behind text that breaks out': `<p><a href="/x" title="&quot;) ${IMG}">a](b</a></p>`,
  'code with backticks in a link': '<p><a href=/x>a <code>b`](javascript:alert(1))</code> c</a></p>',
  'tildes around code': `<p>~5 and <code>a~${IMG}</code></p><p><del>a <code>b~~${IMG}</code> c</del></p>`,
  'pipes behind backslashes': `<table><tr><th>a<th>b<tr><td><code>a\\|${IMG}</code><td>c</table>`,
  'brackets in a link, whose backslashes are taken off': '<p><a href=/x>![x](javascript:alert(1)) a</a></p>',
  'code in a link that defines an address':
    '<p><a href=/x><code>]:javascript:alert(1)</code></a></p><p><a href=/x><code>]</code></a></p>',
  'signs of formulas across a link': `<p>${TEX('_a')}<a href=/x title="http://example.org/\`"><img src=/i.png>$x^a_$</a><code>${IMG}</code></p>`,
  'signs of formulas across code': `<p>${TEX('*a')} <code>b*${IMG}</code> ${TEX('~a')} <code>b~${IMG}</code></p>`,
  'asterisks in an address': `<p><b><a href="https://example.org/a*" title="(a(b))${IMG}">x</a>\`</b> <code>${IMG}</code></p>`,
  'signs in the address around a picture': `<p><a href="https://example.org/_x"><img src=/i.png></a> <a href="https://example.org/y_"><img src=/i.png>z</a><code>${IMG}</code></p>`,
  'a list that cannot follow its paragraph': `<ul><li>a<ol start=9><li><pre>${IMG}\n\nb</pre></li></ol></li></ul>`,
  'numbers too long for a list': `<ol start=999999999><li>a</li><li><pre>${IMG}\n\nb</pre></li></ol>`,
  'an address of another kind': '<p>ftp://example.org/ FTP://example.org/ xmpp:a@example.org</p>',
  'an address before a break': `<p>www.example.org/<br>${IMG} <i>http://example.org/<br></i>${IMG}</p>`,
  'a quotation mark at the end of an address, before an element with code': `<p>http://example.org/'<sub><code>x'${IMG}</code></sub> <sub>http://example.org/"</sub><code>"${IMG}</code></p>`,
  'a bracket at the end of an address, before an element with code': `<p>http://example.org/(<mark><code>)${IMG}</code></mark> http://example.org/{<ins><code>}${IMG}</code></ins></p>`,
  'a quotation mark at the end of an address, before a break in a cell': `<table><tr><th>a<td>http://example.org/'<br><code>x'${IMG}</code></table>`,
};

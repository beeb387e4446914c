import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { pruneRemove } from './prune-remove.js';

describe('PR', () => {
  const html = '<table><tr><td>a<b>b</b><p>c</p></td><td><cite>no</cite>d</td></tr></table><nav>e</nav>';
  const text = (html5: boolean) => pruneRemove.text(treeFromHtml(html), { html5 });

  it('takes all texts that removal and pruning leave, one line each', () => {
    expect(text(false)).toBe('ab c\nd\ne');
  });

  it('prunes elements younger than the paper where that is asked for', () => {
    expect(text(true)).toBe('ab c\nd');
  });
});

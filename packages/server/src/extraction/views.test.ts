import { describe, expect, it } from 'vitest';
import { Views } from './views.js';

const page = (size: number) => ({ bytes: new Uint8Array(size) });

describe('views', () => {
  it('let go of the page that was not looked at for longest', () => {
    const views = new Views({ views: 2, bytes: 1000 });
    const [first, second] = [views.keep(page(1)), views.keep(page(2))];
    expect(views.find(first)?.bytes).toHaveLength(1);
    const third = views.keep(page(3));
    expect(views.find(second)).toBeUndefined();
    expect([first, third].map(id => views.find(id)?.bytes.length)).toEqual([1, 3]);
  });

  it('hold no more bytes than they may, but the page that was kept last', () => {
    const views = new Views({ views: 10, bytes: 100 });
    const [first, second] = [views.keep(page(60)), views.keep(page(60))];
    expect([first, second].map(id => views.find(id)?.bytes.length)).toEqual([undefined, 60]);
    const large = views.keep(page(500));
    expect([second, large].map(id => views.find(id)?.bytes.length)).toEqual([undefined, 500]);
  });
});

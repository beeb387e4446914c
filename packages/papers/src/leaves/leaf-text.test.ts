import { visibleLeaves } from '@webpith/lab';
import { expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { leafText } from './leaf-text.js';

const texts = (html: string) => {
  const tree = treeFromHtml(html);
  return visibleLeaves(tree).map(leaf => leafText(tree, leaf));
};

it('collapses white space, and returns the alternative text of images', () => {
  expect(texts('<p>One <b>two</b>\n three   four</p><img src=a.png alt="A  bridge">')).toEqual([
    'One',
    'two',
    'three four',
    'A bridge',
  ]);
  const icons =
    '<a href=/s aria-label=Share><svg aria-label=Share><path/></svg></a><button><svg></svg></button>';
  expect(texts(icons)).toEqual(['Share', '']);
});

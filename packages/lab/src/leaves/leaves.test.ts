import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { visibleLeaves } from './leaves.js';

const texts = (html: string) => {
  const tree = treeFromHtml(html);
  return visibleLeaves(tree).map(({ node, kind }) =>
    kind === 'text' ? `text ${tree.text(node).trim()}` : kind,
  );
};

describe('visibleLeaves', () => {
  it('returns texts and images in document order', () => {
    expect(texts('<p>One <b>two</b>\n three</p><img src=a.png alt="A  bridge">')).toEqual([
      'text One',
      'text two',
      'text three',
      'image',
    ]);
  });

  it('omits hidden nodes', () => {
    const html =
      '<title>t</title><style>s</style><script>x</script><p hidden>h</p><noscript><img src=n></noscript>' +
      '<p style="display:none">d</p><p>&nbsp; &#8203;</p><img src=p.gif width=1 height=1><template>t</template>';
    expect(texts(html)).toEqual([]);
  });

  it('returns icons in links and buttons only, and players and frames as one leaf each', () => {
    const html =
      '<svg><title>free</title></svg><a href=/s aria-label=Share><svg aria-label=Share><path/></svg></a>' +
      '<button><svg></svg></button><video><source src=v>no video</video><iframe src=/f>none</iframe>';
    expect(texts(html)).toEqual(['icon', 'icon', 'media', 'frame']);
  });

  it('handles deep and broken markup', () => {
    expect(texts(`${'<div>'.repeat(3000)}deep`)).toEqual(['text deep']);
    expect(texts('')).toEqual([]);
    expect(texts('<a <img alt="')).toEqual([]);
  });
});

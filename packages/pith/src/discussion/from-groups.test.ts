import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { Groups } from '../groups/from-page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { Discussion } from './from-groups.js';

function factsOf(html: string, url?: string): Page {
  const tree = treeFromHtml(
    `<!doctype html><html><head><title>How to sharpen a chisel</title></head><body>${html}</body></html>`,
  );
  const blocks = blocksFromTree(tree);
  const title = 'How to sharpen a chisel';
  return new Page(blocks, { url, title, heading: blocks.texts.indexOf(title), schemaTypes: [] });
}

/** Author, date, depth and text of each post. */
function postsOf(html: string) {
  const facts = factsOf(html);
  return new Discussion(new Groups(facts))
    .posts()
    .map(({ author, published, depth, blocks, text, accepted }) => ({
      author,
      published,
      depth,
      text: text ?? blocks.map(b => facts.blocks.texts[b]).join(' / '),
      ...(accepted ? { accepted } : {}),
    }));
}

const sentence = (n: number) =>
  `Stroke number ${n} goes along the stone, and the burr shows that the edge has been reached at last.`;

describe('posts of a flat thread', () => {
  const post = (n: number, names: string) => `
    <div class="post ${names}" id="p${100 + n}">
      <dl class="postprofile"><dt><a href="memberlist.php?mode=viewprofile&u=${n}" class="username">Turner ${n}</a></dt>
        <dd>Posts: ${n * 40}</dd><dd>Joined: Mon Jan 0${n}, 2011 3:00 pm</dd></dl>
      <div class="postbody"><p class="author">by <a href="./memberlist.php?u=${n}" class="username">Turner ${n}</a> » 0${n} May 2021, 10:30</p>
        <div class="content">${sentence(n)}</div>
        <div class="signature">Measure twice, cut once and then go for another board</div>
        <ul class="post-buttons"><li><a href="#">Quote</a></li><li><a href="#">Report</a></li></ul></div>
    </div>`;
  const expected = (n: number) => ({
    author: `Turner ${n}`,
    published: `2021-05-0${n}`,
    depth: 0,
    text: sentence(n),
  });

  it('have author, date and text, without profile, signature and buttons', () => {
    const html = `<h1>How to sharpen a chisel</h1>${[1, 2, 3].map(n => post(n, 'bg')).join('')}`;
    expect(postsOf(html)).toEqual([1, 2, 3].map(expected));
  });

  it('are found despite odd and even classes', () => {
    const html = `<h1>How to sharpen a chisel</h1>${[1, 2, 3, 4].map(n => post(n, n % 2 ? 'odd bg1' : 'even bg2')).join('')}`;
    expect(postsOf(html)).toEqual([1, 2, 3, 4].map(expected));
  });

  it('are found despite advertisements and wrappers between them', () => {
    const ad =
      '<div class="ad-slot"><p>Buy the famous sharpening stones of the house of Edge today and save a lot.</p></div>';
    const html = `<h1>How to sharpen a chisel</h1>${post(1, '')}${ad}<div class="wrap">${post(2, '')}</div>${ad}${post(3, '')}`;
    expect(postsOf(html)).toEqual([1, 2, 3].map(expected));
  });

  it('may consist of several table rows', () => {
    const rows = [1, 2, 3]
      .map(
        n =>
          `<tr class="head"><td><a href="member.php?u=${n}">Turner ${n}</a> - 0${n}.05.2021, 10:30</td></tr><tr><td>${sentence(n)}</td></tr>`,
      )
      .join('');
    expect(postsOf(`<h1>How to sharpen a chisel</h1><table>${rows}</table>`)).toEqual(
      [1, 2, 3].map(expected),
    );
  });

  it('omit the blocks that the caller excludes', () => {
    const facts = factsOf([1, 2, 3].map(n => post(n, '')).join(''));
    const isDropped = (block: number) => facts.blocks.texts[block]!.includes('number 2');
    const texts = new Discussion(new Groups(facts))
      .posts(isDropped)
      .map(({ blocks }) => blocks.map(b => facts.blocks.texts[b]).join(' / '));
    expect(texts).toEqual([sentence(1), sentence(3)]);
  });

  it('contain quotes and short lines', () => {
    const body = (n: number) =>
      `<div class="content"><blockquote class="quote"><cite>Turner ${n} wrote:</cite><p>${sentence(n + 5)}</p></blockquote>Re: yes<br><br>Thanks</div>`;
    const html = [1, 2, 3].map(n => post(n, '').replace(/<div class="content">.*?<\/div>/, body(n))).join('');
    expect(postsOf(html)[0]!.text).toBe(`Turner 1 wrote: / ${sentence(6)} / Re: yes / Thanks`);
  });
});

describe('posts of a nested thread', () => {
  it('have a depth by nesting, and a relative date as shown', () => {
    const reply = (n: number, inner = '') => `
      <div class="thing comment"><p class="tagline"><a class="author" href="/user/t${n}">t${n}</a> <time>${n} hours ago</time></p>
      <form class="usertext"><div class="md"><p>${sentence(n)}</p></div></form><div class="child">${inner}</div></div>`;
    const html = `<h1>How to sharpen a chisel</h1><div class="nest">${reply(1, reply(2, reply(3)) + reply(4))}${reply(5)}</div>`;
    expect(postsOf(html).map(({ author, depth, published }) => [author, depth, published])).toEqual([
      ['t1', 0, '1 hours ago'],
      ['t2', 1, '2 hours ago'],
      ['t3', 2, '3 hours ago'],
      ['t4', 1, '4 hours ago'],
      ['t5', 0, '5 hours ago'],
    ]);
    expect(postsOf(html).map(post => post.text)).toEqual([1, 2, 3, 4, 5].map(sentence));
  });

  it('have a depth by their indent if they are not nested', () => {
    const row = (n: number, indent: number) =>
      `<tr class="athing comtr"><td class="ind" indent="${indent}"></td><td><a class="hnuser" href="user?id=t${n}">t${n}</a> <span class="age" title="2021-05-0${n}T10:00:00">on May ${n}, 2021</span><div class="commtext">${sentence(n)}</div></td></tr>`;
    const html = `<table>${row(1, 0)}${row(2, 1)}${row(3, 2)}${row(4, 0)}</table>`;
    expect(postsOf(html).map(({ depth, author, published }) => [depth, author, published])).toEqual([
      [0, 't1', '2021-05-01'],
      [1, 't2', '2021-05-02'],
      [2, 't3', '2021-05-03'],
      [0, 't4', '2021-05-04'],
    ]);
  });
});

describe('questions and answers', () => {
  const cell = (n: number) =>
    `<div class="post-text"><p>${sentence(n)}</p></div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/${n}/t${n}">t${n}</a></div><time itemprop="dateCreated" datetime="2021-05-0${n}T10:00:00Z">May ${n}</time>`;

  it('have answers as replies to the question, and the accepted one marked', () => {
    const html = `<h1>How to sharpen a chisel</h1><div class="question" itemscope itemtype="https://schema.org/Question">${cell(1)}</div>
      <h2>2 Answers</h2><div class="answer accepted-answer" itemscope itemtype="https://schema.org/Answer" itemprop="acceptedAnswer">${cell(2)}</div>
      <div class="answer" itemscope itemtype="https://schema.org/Answer">${cell(3)}</div>`;
    expect(postsOf(html)).toEqual([
      { author: 't1', published: '2021-05-01T10:00:00Z', depth: 0, text: sentence(1) },
      { author: 't2', published: '2021-05-02T10:00:00Z', depth: 1, text: sentence(2), accepted: true },
      { author: 't3', published: '2021-05-03T10:00:00Z', depth: 1, text: sentence(3) },
    ]);
  });

  const answer = (n: number) =>
    `<article class="reply"><header><a href="/users/t${n}">t${n}</a> <time datetime="2021-05-0${n}">May ${n}</time></header><p>${sentence(n)}</p></article>`;
  const question = (text: string) =>
    `<h1>How to sharpen a chisel</h1><section class="opening"><p class="meta">Asked by <a href="/users/t1">t1</a></p><p>${text}</p></section>${answer(2)}${answer(3)}${answer(4)}`;

  it.each(['Does anybody sharpen without water or any oil?', 'Which of the two stones do you use first?'])(
    'find a short opening post: %s',
    text => {
      expect(postsOf(question(text))[0]).toMatchObject({ author: 't1', depth: 0, text });
    },
  );

  it('do not take the announcement of comments for an opening post', () => {
    const posts = postsOf(question('3 comments… read them below or add one now'));
    expect(posts.map(({ author }) => author)).toEqual(['t2', 't3', 't4']);
  });

  it('do not take a notice of the board for an opening post', () => {
    const notice = `<div id="notices"><ul><li class="navbar_notice">If this is your first visit, read the list of questions and answers that <a href="/members/admin">admin</a> wrote on May 1, 2020.</li></ul></div>`;
    const html = `<h1>How to sharpen a chisel</h1>${notice}${answer(2)}${answer(3)}${answer(4)}`;
    expect(postsOf(html).map(({ author }) => author)).toEqual(['t2', 't3', 't4']);
  });

  it('leave out the notice and the menus of members of vBulletin', () => {
    const post = (n: number) =>
      `<li class="postcontainer" id="post_${n}"><div class="posthead"><span class="date">05-0${n}-2019</span> <a class="postcounter" href="showthread.php?5&p=${n}#post${n}">#${n}</a></div>
      <div class="userinfo"><a class="username" href="member.php?${n}">t${n}</a><ul class="memberaction"><li><a href="member.php?${n}">View Profile</a></li><li><a href="memberlist.php">to Member List</a></li></ul></div>
      <div class="postbody"><blockquote class="postcontent">${sentence(n)}</blockquote></div></li>`;
    const notice =
      '<div id="notices"><ol><li class="navbar_notice">If this is your first visit, read the list of questions that <a href="member.php?9">admin</a> wrote on 05-01-2018, and register before you post.</li></ol></div>';
    const html = `${notice}<h1>How to sharpen a chisel</h1><ol id="posts">${[1, 2, 3].map(post).join('')}</ol>`;
    expect(postsOf(html).map(({ author, depth, text }) => [author, depth, text])).toEqual([
      ['t1', 0, sentence(1)],
      ['t2', 0, sentence(2)],
      ['t3', 0, sentence(3)],
    ]);
  });

  it('include an opening post from another template', () => {
    const html = question(sentence(1));
    expect(postsOf(html).map(({ author, depth, text }) => [author, depth, text])).toEqual([
      ['t1', 0, sentence(1)],
      ['t2', 1, sentence(2)],
      ['t3', 1, sentence(3)],
      ['t4', 1, sentence(4)],
    ]);
  });

  it('are completed from JSON-LD, or read from it if the page does not show them', () => {
    const data = `<script type="application/ld+json">${JSON.stringify({
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        text: sentence(1),
        author: { '@type': 'Person', name: 'Ann' },
        dateCreated: '2021-05-01',
        acceptedAnswer: {
          '@type': 'Answer',
          text: sentence(2),
          author: { name: 'Ben' },
          dateCreated: '2021-05-02',
        },
      },
    })}</script>`;
    const inData = [
      { author: 'Ann', published: '2021-05-01', depth: 0, text: sentence(1) },
      { author: 'Ben', published: '2021-05-02', depth: 1, text: sentence(2), accepted: true },
    ];
    expect(postsOf(`${data}<p>Loading</p>`)).toEqual(inData);
    const shown = [1, 2].map(n => `<div class="entry" id="post-${n}"><p>${sentence(n)}</p></div>`).join('');
    expect(
      postsOf(`${data}<main>${shown}</main>`).map(({ author, published }) => [author, published]),
    ).toEqual(inData.map(({ author, published }) => [author, published]));
  });
});

describe('pages without posts', () => {
  it('finds none in an article, an empty page or a menu', () => {
    const article = `<h1>How to sharpen a chisel</h1><p class="byline">By <a href="/author/ann">Ann Turner</a>, May 1, 2021</p>${[1, 2, 3, 4].map(n => `<p>${sentence(n)}</p>`).join('')}`;
    const menu =
      '<nav><ul><li><a href="/users/ann">Ann</a></li><li><a href="/users/ben">Ben</a></li></ul></nav>';
    for (const html of [article, '', menu]) expect(postsOf(html)).toEqual([]);
  });
});

describe('a discussion without answers', () => {
  const head = '<h1>How to sharpen a chisel</h1><p class="nav"><a href="/">Index</a></p>';

  it('has one post', () => {
    const html = `${head}<div class="post" id="p101"><a class="username" href="memberlist.php?u=1">Turner</a>
      <span class="date">04 May 2021, 10:30</span><div class="content"><p>${sentence(1)}</p></div></div>`;
    expect(postsOf(html)).toEqual([
      { author: 'Turner', published: '2021-05-04', depth: 0, text: sentence(1) },
    ]);
  });

  it('is read from the JSON of the page', () => {
    const data = { '@type': 'DiscussionForumPosting', text: sentence(1), author: { name: 'Turner' } };
    const posts = postsOf(`${head}<script type="application/ld+json">${JSON.stringify(data)}</script>`);
    expect(posts).toEqual([{ author: 'Turner', published: undefined, depth: 0, text: sentence(1) }]);
  });
});

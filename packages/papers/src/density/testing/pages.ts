/** Sentences of about 60 characters. */
const SENTENCES = [
  'The tide came in before noon and covered the lower path.',
  'Nobody in the harbour had seen the lamps burn that late.',
  'A cart with apples stood where the old gate used to be.',
  'By evening the wind had turned and the boats came home.',
];

/** A text of `count` sentences with different starts. */
export function prose(sentences: number, start = 0): string {
  return Array.from({ length: sentences }, (_, i) => SENTENCES[(start + i) % 4]).join(' ');
}

const frame = (body: string) =>
  `<!doctype html><html><head><title>t</title></head><body><nav><ul><li><a href=/>Home</a></li></ul></nav>
  <div id=page>${body}</div><footer><p>All rights reserved by the harbour office, as ever.</p></footer></body></html>`;

/** A page with one article. */
export function articlePage(sentences = 30, title = 'The tide'): string {
  const paragraphs = Array.from({ length: sentences / 3 }, (_, i) => `<p>${prose(3, i)}</p>`).join('');
  return frame(`<h1>${title}</h1><div class="story">${paragraphs}</div>`);
}

/** A page with an article and comments below it. */
export function commentedPage(comments = 4): string {
  const paragraphs = Array.from({ length: 10 }, (_, i) => `<p>${prose(3, i)}</p>`).join('');
  const items = Array.from(
    { length: comments },
    (_, i) =>
      `<li class="comment" id="comment-${i}"><div class="comment-body"><b>Ann ${i}</b> <time>2024-05-0${(i % 9) + 1} 10:15</time>
      <p>${prose(2, i)}</p><a href="#r">Reply</a></div></li>`,
  ).join('');
  return frame(
    `<h1>The harbour</h1><div class="story">${paragraphs}</div>
    <div id="comments"><h3>${comments} comments</h3><ol class="comment-list">${items}</ol></div>`,
  );
}

/** A discussion of similar posts. */
export function threadPage(posts = 8): string {
  const list = Array.from(
    { length: posts },
    (_, i) =>
      `<div class="post" id="p${i}"><h3>Ann ${i}</h3><time>2024-05-01 10:1${i % 10}</time><div class="text">${prose(4, i)}</div></div>`,
  ).join('');
  return frame(`<h1>Thread</h1>${list}`);
}

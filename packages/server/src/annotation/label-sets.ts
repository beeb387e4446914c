import { LEAF_LABELS, type LeafLabel } from '@webpith/lab';
import type { LabelSet } from '../api/labels.js';

type About = readonly [key: string, title: string, description: string, colour: string];

/** The thirty labels of leaves. Full definitions: docs/reference/labels.md. */
const LEAVES: Readonly<Record<LeafLabel, About>> = {
  advertisement: ['ad', 'Advertisement', 'Advertisements, and promotions of the site itself.', '#ea1313'],
  author: ['au', 'Author', 'The author of the story, with “By” and the role.', '#278643'],
  'author-date': ['aa', 'Author and date', 'One leaf with both author and date.', '#945fba'],
  caption: ['ca', 'Caption', 'Text below or above a picture or video of the story.', '#85760b'],
  category: ['cy', 'Category', 'The section of the story: kicker, breadcrumb, “Filed under”.', '#2a8091'],
  comments: ['co', 'Comments', 'Comments of readers, and every link to them.', '#b65489'],
  contact: ['ct', 'Contact', 'Contact details of author or publisher.', '#2a880b'],
  contributor: ['cr', 'Contributor', 'Other people who worked on the story.', '#6d69d3'],
  copyright: ['cc', 'Copyright', 'Copyright notice or licence line.', '#a56647'],
  'current page': ['cp', 'Current page', 'The number of this page of the story.', '#0b8758'],
  date: ['da', 'Date', 'Date of publication or update, with the surrounding words.', '#bb3dc7'],
  'e-mail article': ['em', 'E-mail article', 'Sends this page by e-mail.', '#6d7c35'],
  heading: ['he', 'Heading', 'A heading inside the story’s text.', '#1275da'],
  introduction: ['in', 'Introduction', 'Lead, summary or key points between title and text.', '#ca4863'],
  'media credit': ['mc', 'Media credit', 'The author or source of a picture.', '#39853f'],
  multimedia: ['mm', 'Multimedia', 'Picture, video or audio of the story, with controls.', '#8e51f1'],
  'next page': ['xt', 'Next page', 'A link to another page of the same story.', '#93702b'],
  none: ['n', 'None', 'Everything else: menus, search, login, footer links, logos.', '#767676'],
  paragraph: ['p', 'Paragraph', 'Text of the story, also in lists, quotations and tables.', '#d912a7'],
  'print page': ['ip', 'Print page', 'Prints this page.', '#508326'],
  publisher: ['bl', 'Publisher', 'An organisation named as the source.', '#6271bc'],
  'RSS feed': ['rs', 'RSS feed', 'A link to a feed.', '#e22d12'],
  recommendation: ['re', 'Recommendation', 'Teasers of other stories: most read, latest.', '#27864f'],
  'related article': ['ra', 'Related article', 'Links on the same subject, attached documents.', '#9d5ab8'],
  'single page': ['sp', 'Single page', 'Shows the story on one page.', '#797a0a'],
  'social bookmark': ['sb', 'Social bookmark', 'Share buttons and links to follow, with counts.', '#2e7e9f'],
  subtitle: ['su', 'Subtitle', 'A second headline beside the title, not a sentence.', '#b6557d'],
  tags: ['ta', 'Tags', 'Keywords of the story, and the word “Tags”.', '#1a890b'],
  title: ['ti', 'Title', 'The headline of the story, also where it is repeated.', '#7865d2'],
  topics: ['to', 'Topics', 'Keywords that the page calls topics.', '#9b6b43'],
};

/** All label sets. Every colour has a contrast of at least 3 with white and with near-black. */
export const LABEL_SETS: readonly LabelSet[] = [
  {
    name: 'content',
    title: 'Main content and noise',
    rest: 'noise',
    labels: labels({
      'main content': ['m', 'Main content', 'The text that a reader wants from the page.', '#07883b'],
      noise: ['n', 'Noise', 'Everything else: menus, advertisements, teasers, notices.', '#dc361f'],
    }),
  },
  {
    name: 'segments',
    title: 'Good and bad segments',
    onElements: true,
    labels: labels({
      'good main': ['m', 'Good segment, main content', 'One unit of the page, main content.', '#07883b'],
      'good noisy': ['n', 'Good segment, noise', 'One unit of the page, not main content.', '#1777d0'],
      'bad main': ['b', 'Bad segment, main content', 'Parts or several units, mostly content.', '#9f6c08'],
      'bad noisy': ['v', 'Bad segment, noise', 'Parts or several units, mostly noise.', '#d92a7e'],
    }),
  },
  {
    name: 'roles',
    title: 'Title, body, comments, posts',
    labels: labels({
      title: ['t', 'Title', 'The headline of the page’s main content.', '#9b4beb'],
      body: ['b', 'Body', 'The text of the article.', '#07883b'],
      comment: ['c', 'Comment', 'A reader’s comment.', '#1777d0'],
      post: ['p', 'Post', 'A post of a forum thread or discussion.', '#9f6c08'],
    }),
  },
  {
    name: 'leaves',
    title: 'Thirty labels of leaves',
    rest: 'none',
    labels: labels(Object.fromEntries(LEAF_LABELS.map(name => [name, LEAVES[name]]))),
  },
];

function labels(table: Readonly<Record<string, About>>): LabelSet['labels'] {
  return Object.entries(table).map(([name, [key, title, description, colour]]) => {
    return { name, key, title, description, colour };
  });
}

export function labelSetOf(name: string): LabelSet | undefined {
  return LABEL_SETS.find(set => set.name === name);
}

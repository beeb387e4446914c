import type { Random } from '@webpith/learn';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const TOPICS =
  'Books Travel Music Politics Cooking Photography Work Family Software Design Film Sports Science Health Business Marketing Gardening Weblogs Television Games Current Affairs Religion Art Education Food Economics Law Web Tech'.split(
    ' ',
  );
const FIRST_NAMES =
  'Anna Ben Carla Daniel Elena Frank Grace Henry Irene Jack Karen Liam Maria Nora Oscar Paula Quentin Rosa Sam Tom'.split(
    ' ',
  );
const NOUNS =
  'garden harbour kitchen mountain river library window market train bridge letter engine mirror island lantern orchard valley studio notebook bicycle'.split(
    ' ',
  );
const ADJECTIVES =
  'quiet wandering curious daily little open second long crooked lazy honest broken simple blue late'.split(
    ' ',
  );
const POST_OPENINGS = [
  'Why I left',
  'Notes from',
  'Thoughts on',
  'The end of',
  'Ten lessons from',
  'A walk to',
  'Review:',
  'Back from',
  'More about',
  'How to find',
  'Looking for',
  'Pictures of',
  'Something about',
];
const SENTENCES = [
  'I write about places and people that others pass by.',
  'The views on this site are my own and not those of my employer.',
  'I live with two cats and too many books in a small town by the sea.',
  'Send me a line if you like what you read here.',
  'My new book is out now and can be ordered from any shop.',
  'I have worked as a teacher, a cook and an engineer, and I still do all three.',
  'All photographs were taken by me unless noted otherwise.',
  'This weblog began as a way to remember things and became a habit.',
  'You can hire me to speak at your conference or to train your team.',
  'Nothing here is legal or financial advice.',
  'If you want to use an image from this site, please ask first and link back.',
  'I read every message, although I cannot answer all of them.',
];

/** Random choices, and short texts composed of them, for one page. */
export class Words {
  readonly #random: Random;
  readonly year: number;

  constructor(random: Random) {
    this.#random = random;
    this.year = 2003 + random.below(22);
  }

  below(count: number): number {
    return this.#random.below(count);
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Between `least` and `most` results of `make`. */
  some(least: number, most: number, make: (index: number) => string): string[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, i) => make(i));
  }

  noun = () => this.pick(NOUNS);
  adjective = () => this.pick(ADJECTIVES);
  topic = () => this.pick(TOPICS);
  firstName = () => this.pick(FIRST_NAMES);
  postTitle = () => `${this.pick(POST_OPENINGS)} the ${this.adjective()} ${this.noun()}`;
  siteName = () => `The ${capitalised(this.adjective())} ${capitalised(this.noun())}`;
  date = () => `${this.pick(MONTHS)} ${1 + this.below(28)}, ${this.year}`;
  sentence = () => this.pick(SENTENCES);
  sentences = (least: number, most: number) => this.some(least, most, this.sentence).join(' ');

  /** The month that many months before December of the page's year. */
  monthBefore(count: number): string {
    return `${MONTHS[11 - (count % 12)]} ${this.year - Math.floor(count / 12)}`;
  }
}

function capitalised(word: string): string {
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
}

import { KIND } from '../blocks/blocks.js';
import { isProse } from '../features/measurements/structure.js';
import { ByClass, classOf, isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import type { Marks } from '../groups/marks.js';
import { TAG } from '../tree/names.js';
import { HIDDEN } from '../tree/tree.js';

const BESIDE = nameMask(
  'signature',
  'login',
  'bio',
  'button',
  'share',
  'meta',
  'nav',
  'byline',
  'date',
  'ad',
  'related',
  'modal',
  'tags',
  'pagination',
  'hidden',
  'cookie',
  'newsletter',
);
/** Elements with one of these names contain the text even if they also have a name from BESIDE. */
const TEXT = nameMask('content', 'body', 'entry', 'description');
const BESIDE_CLASS =
  /(?:^|[\s_-])(?:signature|sig|user-?(?:info|details|extras|stats|title|data)|post-?(?:profile|count|number|controls|foot|actions|buttons)|poster|avatar|author-?info|actions?|controls?|toolbar|tools|reactions?|likes?|attribution|menu|stats?|flair|badges?|edited|last-?edit|notice|permalink|says|action-?bar|vote|voting|score)(?=$|[\s_-])/;
const BESIDE_TAGS = new Set([TAG.button, TAG.nav, TAG.select, TAG.aside, TAG.textarea, TAG.label]);
const EDGE_TAGS = new Set([TAG.header, TAG.footer, TAG.form]);

const FRAME_LINE =
  /^(?:#?\d{1,6}|(?:re|aw):? .{0,80}|quote|reply|replies|report|share|like[ds]?|edit|delete|permalink|link|copy link|follow|flag|save|give award|helpful|thanks|top|up|down|\+\d+|[-+]?\d{1,6} (?:points?|likes?|votes?|repl(?:y|ies)|upvotes?|comments?)|offline|online|member|guest|moderator|administrator|junior member|senior member|new member|registered user|thread starter|original poster|op|author|verified|antworten|zitieren|melden|gefällt mir|répondre|citer|responder|citar|rispondi|cita|beantwoorden|odpowiedz|cytuj|ответить|цитировать|回复|返信|引用|says:?|wrote:?|sagt:?)$/iu;
const USER_LINE =
  /^(?:join(?:ed|ing date)|posts?|messages|location|reputation|likes|reaction score|trophy points|points|registered|member since|threads|age|gender|from|karma|rep power|liked|thanked|age|country|join date|last edited|edited|beiträge|registriert|dabei seit|wohnort|inscrit|mensajes|messaggi|solutions?|kudos)\b\s{0,3}:?\s{0,3}(?:\S.{0,60})?$/iu;
const KEYWORD_OF_FORUMS = 1 << KEYWORD_GROUPS.indexOf('forum');

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md).

/** Factor for text in elements with a name from BESIDE; not 0, since names may be misleading. */
const BESIDE_WEIGHT = 0.25;
const LINE_WORDS = 12;

function isFrameLine(line: string): boolean {
  return FRAME_LINE.test(line) || USER_LINE.test(line);
}

/** Class names of parts inside the text element of a post that do not belong to the text. */
const SET_CLASS =
  /(?:^|[\s_-])(?:signature|sig|edited-?by|last-?edit(?:ed)?|edit-?(?:info|note|notice|date)|post-?(?:edit|buttons|actions|controls|foot(?:er)?)|like-?(?:bar|list)|reactions?(?:-?bar)?|share|sharing|toolbar|ad|ads|advert(?:isement)?|adsbygoogle)(?=$|[\s_-])/;
const SET_TAGS = new Set([TAG.button, TAG.nav, TAG.select, TAG.textarea]);
const EDIT_LINE =
  /^[[(*_\s]{0,3}(?:last (?:edited|modified|updated)|(?:this )?(?:post|message|comment) (?:was |has been )?(?:last )?edited|edited (?:by|on|at|\d)|modified by|zuletzt (?:bearbeitet|geändert|editiert)|(?:beitrag |nachträglich )?bearbeitet (?:von|am|:)|geändert von|dernière (?:modification|édition)|modifié (?:par|le)|última edición|editado (?:por|el|em)|modificato da|laatst (?:bewerkt|gewijzigd)|отредактировано|последний раз)/iu;
const EDIT_WORDS = 25;

/** Separates the text of posts from authors, dates, signatures and buttons. */
export class PostBodies {
  private readonly besides = new Map<number, boolean>();
  private readonly insets = new Map<number, boolean>();
  private readonly isBesideClass: ByClass<boolean>;

  constructor(
    private readonly page: Page,
    private readonly marks: Marks,
  ) {
    this.isBesideClass = new ByClass(page.tree, names => BESIDE_CLASS.test(names));
  }

  textOf(candidates: readonly number[], start: number): number[] {
    const { blocks } = this.page;
    const kept: number[] = [];
    const framed: number[] = [];
    for (const b of candidates) {
      if (!this.isText(b) || this.isHiddenIn(b, start)) continue;
      if (this.isBeside(b, start)) framed.push(b);
      else kept.push(b);
    }
    // If every block is beside the text, the names are misleading: keep the long blocks.
    return kept.length > 0 ? kept : framed.filter(b => blocks.words[b]! > LINE_WORDS);
  }

  /** Words of a block of the post at `start`: fewer beside the text, 0 for headings and links. */
  weightOf(block: number, start: number): number {
    const { blocks } = this.page;
    const words = blocks.words[block]!;
    if (blocks.level[block] !== 0 || blocks.linkWords[block]! * 2 >= words || !this.isText(block)) return 0;
    return this.isBeside(block, start) ? words * BESIDE_WEIGHT : words;
  }

  inSlot(candidates: readonly number[], slot: number): number[] {
    const { blocks } = this.page;
    const end = blocks.tree.end[slot]!;
    return candidates.filter(b => {
      const first = blocks.first[b]!;
      if (first < slot || first >= end || blocks.kind[b] === KIND.control) return false;
      if (this.isHiddenIn(b, slot) || this.isSetInto(b, slot)) return false;
      return blocks.words[b]! > EDIT_WORDS || !EDIT_LINE.test(blocks.texts[b]!);
    });
  }

  private isSetInto(block: number, slot: number): boolean {
    const { tree, first } = this.page.blocks;
    for (let node = tree.parent[first[block]!]!; node > slot; node = tree.parent[node]!) {
      let inset = this.insets.get(node);
      if (inset === undefined) {
        inset = SET_TAGS.has(tree.tag[node]!) || SET_CLASS.test(classOf(tree, node));
        this.insets.set(node, inset);
      }
      if (inset) return true;
    }
    return false;
  }

  /** True if the block is hidden but its post is not: collapsed comments are hidden as a whole. */
  private isHiddenIn(block: number, start: number): boolean {
    const { flags, tree } = this.page.blocks;
    return (flags[block]! & HIDDEN) !== 0 && (tree.flags[start]! & HIDDEN) === 0;
  }

  private isText(block: number): boolean {
    const { blocks, texts } = this.page;
    if (blocks.kind[block] === KIND.control) return false;
    const words = blocks.words[block]!;
    if (words === 0 && texts.letters[block] === 0 && blocks.characters[block]! < 2) return false;
    if (words > LINE_WORDS) return true;
    const text = blocks.texts[block]!;
    if (words <= 8 && text.split('\n').every(isFrameLine)) return false;
    if (words <= 3 && (texts.keywords[block]! & KEYWORD_OF_FORUMS) !== 0 && blocks.linkWords[block] === words)
      return false;
    return !this.containsMark(block);
  }

  private containsMark(block: number): boolean {
    const { tree, first, end } = this.page.blocks;
    let from = first[block]!;
    // The mark may be the inline element around the text.
    while (tree.parent[from]! > this.page.blocks.node[block]! && tree.parent[from]! >= 0)
      from = tree.parent[from]!;
    const { dateCounts, authorCounts } = this.marks;
    return (
      dateCounts.between(from, end[block]!) > 0 ||
      authorCounts.between(from, end[block]!) > 0 ||
      this.isAuthorPlace(block)
    );
  }

  private isAuthorPlace(block: number): boolean {
    const node = this.page.blocks.node[block]!;
    return this.marks.authorCounts.between(node, node + 1) > 0;
  }

  private isBeside(block: number, start: number): boolean {
    const { tree, first } = this.page.blocks;
    for (let node = tree.parent[first[block]!]!; node > start; node = tree.parent[node]!) {
      const tag = tree.tag[node]!;
      if (tag === TAG.blockquote || tag === TAG.p) continue;
      if (EDGE_TAGS.has(tag) && !isProse(this.page.blocks, block)) return true;
      let beside = this.besides.get(node);
      if (beside === undefined) {
        beside = this.besideElement(node);
        this.besides.set(node, beside);
      }
      if (beside) return true;
    }
    return false;
  }

  private besideElement(node: number): boolean {
    const { page } = this;
    if (BESIDE_TAGS.has(page.blocks.tree.tag[node]!)) return true;
    const isText = isNamed(page.names, node, TEXT);
    if (!isText && isNamed(page.names, node, BESIDE)) return true;
    return !isText && this.isBesideClass.at(node);
  }
}

import type { Mark } from '../../annotation/marks.js';

/** A label that the chosen set does not hold. */
export const OTHER: Mark = { index: -1, letters: '·', colour: '#475569', ink: '#ffffff', pattern: 'plain' };

/** The name of a label's mark in the frame. */
export const markName = (mark: Mark) => `l${mark.index}`;

const BADGE =
  'position:absolute!important;z-index:2147483000!important;transform:translate(-2px,-70%)!important;padding:0 3px!important;' +
  'border-radius:3px!important;font:700 10px/14px system-ui,sans-serif!important;letter-spacing:0!important;' +
  'text-transform:none!important;text-indent:0!important;white-space:nowrap!important;pointer-events:none!important;' +
  'text-decoration:none!important;opacity:1!important';

/** Tints of labelled leaves: a colour and, to be told apart without it, stripes. */
export function tintStyles(marks: Iterable<Mark>): Record<string, string> {
  return stylesOf(
    marks,
    mark => `${fill(mark, '2e', '4d')};box-shadow:inset 0 -2px ${mark.colour}!important`,
  );
}

/** Dashed tints of suggestions, with the letters of the label in dashes too. */
export function suggestionStyles(marks: Iterable<Mark>): Record<string, string> {
  return stylesOf(
    marks,
    mark =>
      `${fill(mark, '14', '33')};outline:1.5px dashed ${mark.colour}!important;outline-offset:1px!important`,
  );
}

/** Letters at the beginning of labelled runs. */
export function letterStyles(marks: Iterable<Mark>): Record<string, string> {
  const solid = stylesOf(marks, mark => badge(mark.letters, mark.colour, mark.ink, 'solid'));
  const dashed = stylesOf(marks, mark => badge(`${mark.letters}?`, '#ffffff', mark.colour, 'dashed'));
  return {
    ...solid,
    ...Object.fromEntries(Object.entries(dashed).map(([name, rules]) => [`${name}?`, rules])),
  };
}

/** Frames around labelled elements; media, which hold no letters, are told apart by the kind of their frame. */
export function frameStyles(marks: Iterable<Mark>): Record<string, string> {
  return stylesOf(marks, mark => {
    const style = ['solid', 'double', 'dashed', 'dotted'][(mark.index + 4) % 4]!;
    return `outline:3px ${style} ${mark.colour}!important;outline-offset:-1px!important`;
  });
}

/** The selected node. */
export const SELECTED = 'outline:3px solid #2563eb!important;outline-offset:2px!important';
/** The node under the pointer. */
export const POINTED = 'outline:2px dashed #2563eb!important;outline-offset:1px!important';

/** Rules for labelled characters and for the cursor among them. */
export function highlightRules(marks: Iterable<Mark>): string {
  const rules = [...marks, OTHER].map(
    mark =>
      `::highlight(pith-${markName(mark)}){background-color:${mark.colour}4d;text-decoration:underline 2px ${mark.colour}}`,
  );
  return [
    ...rules,
    '::highlight(pith-cursor){background-color:#2563eb;color:#ffffff}',
    '::highlight(pith-chosen){background-color:#2563eb66}',
  ].join('\n');
}

function stylesOf(marks: Iterable<Mark>, rules: (mark: Mark) => string): Record<string, string> {
  return Object.fromEntries([...marks, OTHER].map(mark => [markName(mark), rules(mark)]));
}

/** The image of a pattern in a colour, and its size where it is a tile. */
const PATTERN_IMAGES: Record<Mark['pattern'], ((colour: string) => string) | undefined> = {
  plain: undefined,
  rising: colour => `repeating-linear-gradient(135deg,${colour} 0 2px,transparent 2px 8px)`,
  falling: colour => `repeating-linear-gradient(45deg,${colour} 0 2px,transparent 2px 8px)`,
  upright: colour => `repeating-linear-gradient(90deg,${colour} 0 1px,transparent 1px 6px)`,
  dotted: colour => `radial-gradient(circle,${colour} 1.2px,transparent 1.6px) 0 0/9px 11px`,
  'rising-wide': colour => `repeating-linear-gradient(135deg,${colour} 0 2px,transparent 2px 16px)`,
  'falling-wide': colour => `repeating-linear-gradient(45deg,${colour} 0 2px,transparent 2px 16px)`,
};

function fill({ colour, pattern }: Mark, plain: string, striped: string): string {
  const base = `linear-gradient(${colour}${plain},${colour}${plain})`;
  const image = PATTERN_IMAGES[pattern]?.(`${colour}${striped}`);
  return `background:${image === undefined ? '' : `${image},`}${base}!important`;
}

function badge(letters: string, back: string, ink: string, border: string): string {
  return `&::before{content:${JSON.stringify(letters)}!important;background:${back}!important;color:${ink}!important;border:1px ${border} ${border === 'solid' ? back : ink}!important;${BADGE}}`;
}

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Decision } from '../../client/api.js';
import { Keys, useShortcuts } from '../../shell/shortcuts.js';
import { cleanFragment } from './clean-html.js';
import type { CorrectionControls } from './corrections.js';
import { leftOutAfter, type Unit, unitsOf } from './units.js';

interface CorrectableProseProps extends ProseProps {
  readonly decisions: readonly Decision[];
  readonly corrections: CorrectionControls;
  readonly startAt?: number | undefined;
  /** Called with the first text node of the current block, to open the inspector there. */
  readonly onPosition?: (textFirst: number | undefined) => void;
}

type Mode = 'read' | 'out' | 'in';

const LETTERS = 'asdfghjklqwertyuiopzxcvbnm';
const MOST_OFFERED = 9;
/** Height of a button in pixels with margin; buttons beside a short part must not overlap. */
const BUTTON = 35;

export function CorrectableProse(props: CorrectableProseProps) {
  const { decisions, corrections, startAt, onPosition, ...prose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [units, setUnits] = useState<readonly Unit[]>([]);
  const [at, setAt] = useState(-1);
  const [mode, setMode] = useState<Mode>('read');
  const [gap, setGap] = useState<number>();
  /** Pointer position at the last automatic scroll; 'anywhere' until the pointer reports one. */
  const pointerAtRest = useRef<string | undefined>(undefined);
  useEffect(() => onPosition?.(firstText(units[at], decisions)), [units, at]);
  useEffect(() => {
    if (startAt === undefined || units.length === 0) return;
    const place = units.findIndex(({ blocks }) =>
      blocks.some(block => decisions[block]!.textFirst >= startAt),
    );
    if (place < 0) return;
    setAt(place);
    pointerAtRest.current = 'anywhere';
    units[place]!.element.scrollIntoView({ block: 'center' });
  }, [startAt, units.length > 0]);

  const takeOut = (place: number) => {
    const unit = units[place];
    setMode('read');
    if (unit !== undefined) corrections.takeOut(unit.blocks.map(block => decisions[block]!.textFirst));
  };
  const open = (place: number) => {
    setMode('read');
    setGap(gap === place ? undefined : place);
  };
  const takeIn = (block: number) => {
    setGap(undefined);
    corrections.takeIn([decisions[block]!.textFirst]);
  };
  const offered = gap === undefined ? [] : leftOutAfter(units, gap, decisions);
  const hints = mode === 'read' ? [] : hintsFor(mode, units, decisions);
  useShortcuts('Corrections', [
    { keys: 'x', title: 'Remove a part: then press its letter', run: () => setMode('out') },
    {
      keys: '+',
      title: 'Add what was left out: then press the letter of the place',
      run: () => setMode('in'),
    },
    { keys: 'u', title: 'Undo the correction', run: corrections.undo },
    { keys: 'Control+z', title: 'Undo the correction', run: corrections.undo },
    { keys: 'j', title: 'Next part', run: () => go(units, at + 1, setAt) },
    { keys: 'k', title: 'Previous part', run: () => go(units, at - 1, setAt) },
    { keys: 'Delete', title: 'Remove this part', run: () => takeOut(at) },
    ...(gap === undefined
      ? []
      : [{ keys: 'Escape', title: 'Back to reading', run: () => setGap(undefined) }]),
    ...offered.slice(0, MOST_OFFERED).map((block, i) => ({
      keys: String(i + 1),
      title: decisions[block]!.text.slice(0, 40),
      run: () => takeIn(block),
    })),
  ]);

  // While hint letters are shown, they take precedence over all shortcuts. A layout effect, so that the listener for
  // the letters on screen is registered before the next key press.
  useLayoutEffect(() => {
    if (mode === 'read') return;
    const take = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const hint = hints.find(({ letter }) => letter === event.key);
      if (hint === undefined) setMode('read');
      else if (mode === 'out') takeOut(hint.place);
      else open(hint.place);
    };
    addEventListener('keydown', take, { capture: true });
    return () => removeEventListener('keydown', take, { capture: true });
  });

  const follow = (event: MouseEvent) => {
    // Ignore mouse events caused by scrolling under a resting pointer.
    const place = `${event.clientX} ${event.clientY}`;
    if (pointerAtRest.current === 'anywhere') pointerAtRest.current = place;
    if (event.type === 'mousemove' && pointerAtRest.current === place) return;
    pointerAtRest.current = undefined;
    const target = event.target as Element;
    const pointed = units.findIndex(({ element }) => element.contains(target));
    if (pointed >= 0 && pointed !== at) setAt(pointed);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only shows the buttons; keys have shortcuts
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap does what pointing does
    <div
      class={`correctable mode-${mode}`}
      dir={prose.direction}
      ref={box}
      onMouseMove={follow}
      onClick={follow}
    >
      <Prose {...prose} onDrawn={drawn => setUnits(unitsOf(drawn, decisions))} drawnFor={decisions} />
      {units[at] !== undefined && mode === 'read' && (
        <Tools
          unit={units[at]!}
          leftOut={leftOutAfter(units, at, decisions).length}
          leftOutBefore={at === 0 ? leftOutAfter(units, -1, decisions).length : 0}
          onOut={() => takeOut(at)}
          onOpen={() => open(at)}
          onOpenBefore={() => open(-1)}
        />
      )}
      {hints.map(({ letter, top }) => (
        <span key={letter} class="hint-letter" style={{ top: `${top}px` }} aria-hidden="true">
          <kbd>{letter}</kbd>
        </span>
      ))}
      <p class="unseen" role="status">
        {mode === 'out' &&
          `Press the letter of the part to remove: ${hints.map(describeHint(units)).join(', ')}`}
        {mode === 'in' && `Press the letter of a place: ${hints.map(describeHint(units)).join(', ')}`}
      </p>
      {gap !== undefined && (
        <LeftOut
          top={gap < 0 ? 0 : bottomOf(units[gap])}
          blocks={offered}
          decisions={decisions}
          onAdd={takeIn}
          onClose={() => setGap(undefined)}
        />
      )}
    </div>
  );
}

interface ToolsProps {
  readonly unit: Unit;
  readonly leftOut: number;
  readonly leftOutBefore: number;
  readonly onOut: () => void;
  readonly onOpen: () => void;
  readonly onOpenBefore: () => void;
}

function Tools({ unit, leftOut, leftOutBefore, onOut, onOpen, onOpenBefore }: ToolsProps) {
  const words = (unit.element.textContent ?? '').trim().slice(0, 40);
  return (
    <>
      {leftOutBefore > 0 && (
        <AddTool top="-2.2rem" count={leftOutBefore} place="above" onOpen={onOpenBefore} />
      )}
      <button
        type="button"
        class="block-tool remove"
        style={{ top: `${topOf(unit)}px` }}
        aria-label={`Remove: ${words}`}
        title="Remove this part (Delete)"
        onClick={onOut}
      >
        ×
      </button>
      {leftOut > 0 && (
        <AddTool
          top={`${Math.max(bottomOf(unit) - 6, topOf(unit) + BUTTON)}px`}
          count={leftOut}
          place="below"
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function AddTool(props: { top: string; count: number; place: 'above' | 'below'; onOpen: () => void }) {
  const { top, count, place, onOpen } = props;
  return (
    <button
      type="button"
      class="block-tool add"
      style={{ top }}
      aria-label={`Show ${count} parts that were left out ${place}`}
      title={`Show what was left out ${place}`}
      onClick={onOpen}
    >
      +
    </button>
  );
}

interface LeftOutProps {
  readonly top: number;
  readonly blocks: readonly number[];
  readonly decisions: readonly Decision[];
  readonly onAdd: (block: number) => void;
  readonly onClose: () => void;
}

function LeftOut({ top, blocks, decisions, onAdd, onClose }: LeftOutProps) {
  return (
    <section class="left-out" dir="ltr" style={{ top: `${top}px` }} aria-label="What was left out here">
      <div class="spread">
        <strong class="small">{blocks.length === 0 ? 'Nothing was left out here.' : 'Add:'}</strong>
        <button type="button" class="button quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      <ul class="plain-list">
        {blocks.map((block, i) => (
          <li key={block}>
            <button type="button" onClick={() => onAdd(block)}>
              {i < MOST_OFFERED && <Keys keys={String(i + 1)} />}
              <span>{decisions[block]!.text.slice(0, 200)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Hint {
  readonly letter: string;
  readonly place: number;
  readonly top: number;
}

function hintsFor(mode: Mode, units: readonly Unit[], decisions: readonly Decision[]): Hint[] {
  const places = units.flatMap((unit, place) => {
    if (!isInSight(unit)) return [];
    if (mode === 'in' && leftOutAfter(units, place, decisions).length === 0) return [];
    return [{ place, top: mode === 'in' ? bottomOf(unit) : topOf(unit) }];
  });
  if (mode === 'in' && leftOutAfter(units, -1, decisions).length > 0) places.unshift({ place: -1, top: 0 });
  return places.slice(0, LETTERS.length).map((own, i) => ({ ...own, letter: LETTERS[i]! }));
}

const describeHint = (units: readonly Unit[]) => (hint: Hint) =>
  `${hint.letter} ${(units[hint.place]?.element.textContent ?? 'top').trim().slice(0, 20)}`;

function isInSight({ element }: Unit): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function topOf({ element }: Unit): number {
  const box = element.closest('.correctable');
  return box === null ? 0 : element.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

function bottomOf(unit: Unit | undefined): number {
  return unit === undefined ? 0 : topOf(unit) + unit.element.getBoundingClientRect().height;
}

function firstText(unit: Unit | undefined, decisions: readonly Decision[]): number | undefined {
  return unit === undefined ? undefined : decisions[unit.blocks[0]!]?.textFirst;
}

function go(units: readonly Unit[], to: number, setAt: (at: number) => void): void {
  const at = Math.min(units.length - 1, Math.max(0, to));
  setAt(at);
  units[at]?.element.scrollIntoView({ block: 'nearest' });
}

interface ProseProps {
  readonly html: string;
  readonly pictures: boolean;
  /** Title shown elsewhere; an equal heading at the start is removed. */
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly direction?: 'ltr' | 'rtl' | undefined;
}

interface DrawnProseProps extends ProseProps {
  readonly onDrawn?: (box: HTMLDivElement) => void;
  readonly drawnFor?: unknown;
}

export function Prose(props: DrawnProseProps) {
  const { html, pictures, title, language, direction = 'ltr', onDrawn, drawnFor } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = cleanFragment(html, { pictures });
    if (title !== undefined) headingOf(fragment, title)?.remove();
    box.current!.replaceChildren(fragment);
  }, [html, pictures, title]);
  useLayoutEffect(() => onDrawn?.(box.current!), [html, pictures, title, drawnFor]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
    <div ref={box} class="prose" dir={direction} lang={language} onClick={stayInArticle} />
  );
}

const HEADING_AMONG_FIRST = 3;

function headingOf(fragment: DocumentFragment, title: string): Element | undefined {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return [...fragment.children]
    .slice(0, HEADING_AMONG_FIRST)
    .find(
      ({ localName, textContent }) => /^h[1-3]$/.test(localName) && plain(textContent ?? '') === plain(title),
    );
}

/** Links to footnotes scroll within the article, because the URL fragment contains the app's route. */
function stayInArticle(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const href = link?.getAttribute('href');
  if (!href?.startsWith('#')) return;
  event.preventDefault();
  const goal = document.getElementById(href.slice(1));
  if (goal === null) return;
  goal.tabIndex = -1;
  goal.focus();
  goal.scrollIntoView({ block: 'center' });
}

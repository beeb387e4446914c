import { useEffect, useRef } from 'preact/hooks';
import { useStoredState } from '../../client/stored-state.js';
import { Segments } from '../../ui/Segments.js';

/** How the article is set. */
export interface Appearance {
  readonly font: 'serif' | 'sans' | 'mono';
  readonly size: '1' | '1.1875' | '1.4' | '1.7';
  readonly width: 'narrow' | 'usual' | 'wide';
  readonly paper: 'plain' | 'sepia';
}

const DEFAULTS: Appearance = { font: 'serif', size: '1.1875', width: 'usual', paper: 'plain' };

/** How the article is set, as it was chosen last. */
export function useAppearance() {
  return useStoredState<Appearance>('reading', DEFAULTS);
}

const WIDTHS: Readonly<Record<Appearance['width'], string>> = {
  narrow: '30rem',
  usual: '40rem',
  wide: '56rem',
};

/** The appearance as classes and properties of the element that holds the article. */
export function appearanceProps({ font, size, width, paper }: Appearance) {
  return {
    class: `reading paper-${paper}`,
    style: {
      '--reading': `${size}rem`,
      '--measure': WIDTHS[width] ?? WIDTHS.usual,
      '--reading-font': `var(--${font})`,
    },
  };
}

/** The choices, folded away until they are wanted. */
export function ReadingControls({
  appearance,
  onAppearance,
}: {
  appearance: Appearance;
  onAppearance: (appearance: Appearance) => void;
}) {
  const change = (part: Partial<Appearance>) => onAppearance({ ...appearance, ...part });
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // They lie over the article: whoever turns to it wants them gone.
    const leave = (event: Event) => {
      const isInside = event instanceof PointerEvent && box.current?.contains(event.target as Node);
      const isOther = event instanceof KeyboardEvent && event.key !== 'Escape';
      if (!isInside && !isOther) box.current?.removeAttribute('open');
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, leave);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, leave);
    };
  }, []);
  return (
    <details class="reading-controls" ref={box}>
      <summary class="reading-summary">
        <span aria-hidden="true">Aa</span>
        <span class="unseen">Type and paper</span>
      </summary>
      <div class="column box reading-choices">
        <Segments<Appearance['font']>
          label="Type"
          value={appearance.font}
          choices={[
            { value: 'serif', title: 'Serif' },
            { value: 'sans', title: 'Sans' },
            { value: 'mono', title: 'Mono' },
          ]}
          onValue={font => change({ font })}
        />
        <Segments<Appearance['size']>
          label="Size"
          value={appearance.size}
          choices={[
            { value: '1', title: 'Small' },
            { value: '1.1875', title: 'Medium' },
            { value: '1.4', title: 'Large' },
            { value: '1.7', title: 'Largest' },
          ]}
          onValue={size => change({ size })}
        />
        <Segments<Appearance['width']>
          label="Width"
          value={appearance.width}
          choices={[
            { value: 'narrow', title: 'Narrow' },
            { value: 'usual', title: 'Usual' },
            { value: 'wide', title: 'Wide' },
          ]}
          onValue={width => change({ width })}
        />
        <Segments<Appearance['paper']>
          label="Paper"
          value={appearance.paper}
          choices={[
            { value: 'plain', title: 'Plain' },
            { value: 'sepia', title: 'Sepia' },
          ]}
          onValue={paper => change({ paper })}
        />
      </div>
    </details>
  );
}

import { hrefTo } from './route.js';
import { SessionMenu } from './SessionMenu.js';
import { SCREENS, type Screen } from './screens.js';
import { THEMES, type Theme, useTheme } from './theme.js';

const THEME_TITLES: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };

/** The bar on top: where one can go, how it looks, who one is. */
export function Navigation({ current, onListKeys: onShowKeys }: { current: Screen; onListKeys: () => void }) {
  const [theme, setTheme] = useTheme();
  return (
    <header class="bar">
      <a class="brand" href={hrefTo('read')} aria-label="Pith, to the reader">
        <Mark />
        <span>Pith</span>
      </a>
      <nav aria-label="Screens">
        {SCREENS.map(({ name, title }) => (
          <a key={name} href={hrefTo(name)} aria-current={name === current.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="bar-end">
        <SessionMenu />
        <label class="theme">
          <span class="unseen">Theme</span>
          <select value={theme} onChange={event => setTheme(event.currentTarget.value as Theme)}>
            {THEMES.map(each => (
              <option key={each} value={each}>
                {THEME_TITLES[each]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button quiet" aria-label="Keyboard shortcuts" onClick={onShowKeys}>
          ?
        </button>
      </div>
    </header>
  );
}

/** A slice of a stem: the pith within the rind. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" class="mark">
      <circle cx="12" cy="12" r="10" class="rind" />
      <circle cx="12" cy="12" r="4.5" class="core" />
    </svg>
  );
}

import { useEffect, useState } from 'preact/hooks';

/** Light, dark, or as the system has it. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'pith-theme';

/** The theme that was chosen last. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return THEMES.find(theme => theme === stored) ?? 'auto';
}

/** Makes the page look as a theme says. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** The theme, and the way to change it; the choice is kept. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => {
    applyTheme(theme);
    localStorage.setItem(STORED_AS, theme);
  }, [theme]);
  return [theme, setTheme];
}

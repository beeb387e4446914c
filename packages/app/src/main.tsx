import { render } from 'preact';
import { App } from './shell/App.js';
import { applyTheme, storedTheme } from './shell/theme.js';
import './styles/index.css';

applyTheme(storedTheme());
render(<App />, document.getElementById('app')!);

import { render } from 'preact';
import { App } from './shell/App.js';
import { applyTheme, storedTheme } from './shell/Navigation.js';
import './styles/index.css';

applyTheme(storedTheme());
const place = document.getElementById('app')!;
place.replaceChildren(); // removes the loading message
render(<App />, place);

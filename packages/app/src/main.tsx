import { render } from 'preact';

render(<h1>Pith</h1>, document.getElementById('app')!);

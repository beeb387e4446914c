import { REASONS } from 'webpith/stages';
import { element } from './article.js';

/** A form to mark shown blocks as wrong and hidden blocks as missing. */
export function markList(decisions, send) {
  const form = element('form', '', 'marks');
  // The title is shown above the text, so it is not missing.
  const blocks = decisions.filter(({ text, reason }) => text.trim() !== '' && reason !== REASONS.title[1]);
  for (const kept of [true, false]) {
    const group = element('fieldset');
    const legend = kept ? 'Shown: tick blocks that do not belong' : 'Hidden: tick blocks that are missing';
    group.append(element('legend', legend), ...blocks.filter(block => block.kept === kept).map(choice));
    form.append(group);
  }
  const button = element('button', 'Send to my server', 'button primary');
  button.type = 'button';
  // Only a person's click sends, never a script.
  button.addEventListener('click', event => event.isTrusted && send(marked(form)));
  form.append(button);
  form.addEventListener('submit', event => event.preventDefault());
  return form;
}

function choice({ text, node, kept }) {
  const label = element('label', '', 'check');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.name = kept ? 'extra' : 'missing';
  box.value = String(node);
  label.append(box, text.length > 300 ? `${text.slice(0, 300)}…` : text);
  return label;
}

function marked(form) {
  const data = new FormData(form);
  const nodes = name => [...new Set(data.getAll(name).map(Number))];
  return { missing: nodes('missing'), extra: nodes('extra') };
}

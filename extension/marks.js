/** A form to mark shown blocks as wrong and hidden blocks as missing; `send` is undefined if marks cannot be sent. */
export function markList(decisions, send) {
  const form = document.createElement('form');
  const blocks = decisions.filter(({ text }) => text.trim() !== '');
  for (const kept of [true, false]) {
    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = kept
      ? 'Shown: tick blocks that do not belong'
      : 'Hidden: tick blocks that are missing';
    group.append(legend, ...blocks.filter(block => block.kept === kept).map(choice));
    form.append(group);
  }
  const button = document.createElement('button');
  button.textContent = send === undefined ? 'Sending needs the extension' : 'Send to my server';
  button.disabled = send === undefined;
  form.append(button);
  form.addEventListener('submit', event => {
    event.preventDefault();
    // Ignores clicks simulated by the page.
    if (event.isTrusted && send !== undefined) send(marked(form));
  });
  return form;
}

function choice({ text, node, kept }) {
  const label = document.createElement('label');
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

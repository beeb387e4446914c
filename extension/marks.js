// Every block of a page to be marked: one that is shown as too much, one that is not as missing.

/** Blocks as boxes that can be ticked, and a button that sends what was ticked, where somebody takes it. */
export function markList(decisions, send) {
  const form = document.createElement('form');
  const blocks = decisions.filter(({ text }) => text.trim() !== '');
  for (const kept of [true, false]) {
    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = kept ? 'Shown: tick what is too much' : 'Left out: tick what is missing';
    group.append(legend, ...blocks.filter(block => block.kept === kept).map(choice));
    form.append(group);
  }
  const button = document.createElement('button');
  button.textContent = send === undefined ? 'Only the extension can send' : 'Send to my server';
  button.disabled = send === undefined;
  form.append(button);
  form.addEventListener('submit', event => {
    event.preventDefault();
    // The page could press the button itself: only a person may send.
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

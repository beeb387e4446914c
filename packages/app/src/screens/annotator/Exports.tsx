import { useState } from 'preact/hooks';
import { SelectField } from '../../ui/Field.js';
import { ADJUDICATED, exportHref } from './server.js';

const FORMATS = [
  ['folder', 'Corpus folder', 'pages and labels as the lab reads them, .tar.gz'],
  ['arff', 'ARFF', 'features and labels for WEKA'],
  ['jsonl', 'JSONL', 'one page with its labels a line'],
  ['text', 'Gold text', 'the labelled content as plain text'],
] as const;

/** The ways out: labels of one annotator in four formats. */
export function Exports({
  corpus,
  annotators,
  annotator,
}: {
  corpus: string;
  annotators: readonly string[];
  annotator: string;
}) {
  const [whose, setWhose] = useState(annotator);
  const choices = [...new Set([...annotators, ADJUDICATED])].map(value => ({ value, title: value }));
  return (
    <section class="stack exports" aria-labelledby="exports-title">
      <h2 id="exports-title">Export</h2>
      <div class="row">
        <SelectField label="Labels of" value={whose} choices={choices} onValue={setWhose} />
        <ul class="plain-list export-links">
          {FORMATS.map(([format, title, hint]) => (
            <li key={format}>
              <a class="button" href={exportHref(corpus, format, whose)} download>
                {title}
              </a>
              <span class="hint">{hint}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

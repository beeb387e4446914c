import { useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { DEFAULT_CHOICE, methodChoices } from '../../page/methods.js';
import { go, hrefTo } from '../../shell/route.js';
import { SelectField } from '../../ui/controls.js';

interface Props {
  readonly view: string;
  /** A choice of `methodChoices`. */
  readonly method: string | undefined;
}

/** Loads the methods when it is opened. */
export function MethodChoice(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="options" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary class="minor">Method</summary>
      {isOpen && <Choices {...props} />}
    </details>
  );
}

function Choices({ view, method = DEFAULT_CHOICE.value }: Props) {
  const { data: choices = [DEFAULT_CHOICE] } = useLoaded(methodChoices, []);
  const choose = (value: string) =>
    go(hrefTo('read', [], { view, method: value === DEFAULT_CHOICE.value ? undefined : value }));
  return <SelectField label="Extract with" value={method} choices={choices} onValue={choose} />;
}

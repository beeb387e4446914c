import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { withWaiting } from '../../client/waiting.js';
import { Button } from '../../ui/Button.js';
import { toast } from '../../ui/toast.js';

/** What the form for feedback is given. */
interface FormProps {
  readonly view: string;
  readonly onClose: () => void;
}

/** Opens the form in which one marks what is missing or too much; it is loaded when it is first wanted. */
export function MarkWrongButton({ view }: { view: string }) {
  const [Form, setForm] = useState<ComponentType<FormProps>>();
  const open = () =>
    withWaiting('Loading the form', import('../feedback/MarkWrong.js')).then(
      ({ default: form }) => setForm(() => form),
      toast,
    );
  return (
    <>
      <Button onClick={open}>This is wrong</Button>
      {Form !== undefined && <Form view={view} onClose={() => setForm(undefined)} />}
    </>
  );
}

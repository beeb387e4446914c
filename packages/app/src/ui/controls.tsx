import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { toast } from './messages.js';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> & {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
};

/** `primary` is for the main action of a screen. */
export function Button({ kind = 'plain', type = 'button', children, class: more, ...rest }: ButtonProps) {
  return (
    <button type={type} class={['button', kind, more].filter(Boolean).join(' ')} {...rest}>
      {children}
    </button>
  );
}

/** A link to another site in a new tab, or only its text if the address is not one of the web. */
export function OutwardLink(props: {
  href: string | undefined;
  class?: string;
  children: ComponentChildren;
}) {
  const { href, children } = props;
  if (href === undefined || !/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <a href={href} class={props.class} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

export function CopyButton({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied.'),
      () => toast('The browser does not allow copying here. Select the text and copy it by hand.'),
    );
  return <Button onClick={copy}>Copy</Button>;
}

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({ label, accept, multiple = false, onFiles }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => chooser.current!.click()}>{label}</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        multiple={multiple}
        accept={accept}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

/** Handlers of an element on which files can be dropped, and true while some are above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const isInside = (event.currentTarget as Node).contains(event.relatedTarget as Node | null);
      if (!isInside) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
  return [isOver, handlers] as const;
}

interface DownloadProps {
  readonly content: string;
  readonly name: string;
  readonly type: string;
  readonly label?: string;
}

export function DownloadButton({ content, name, type, label = 'Download' }: DownloadProps) {
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return <Button onClick={save}>{label}</Button>;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

interface Shell extends FieldProps {
  readonly children: (ids: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren;
}

export function Field({ label, hint, children }: Shell) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'password';
}

export function TextField({ label, hint, value, onValue, type = 'text' }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      {ids => (
        <input
          {...ids}
          type={type as 'text'}
          value={value}
          onInput={event => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly group?: string;
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onValue: (value: string) => void;
}

export function SelectField({ label, hint, value, choices, onValue }: SelectProps) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  const options = (group: string | undefined) =>
    choices
      .filter(choice => choice.group === group)
      .map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ));
  return (
    <Field label={label} hint={hint}>
      {ids => (
        <select {...ids} value={value} onChange={event => onValue(event.currentTarget.value)}>
          {groups.map(group =>
            group === undefined ? (
              options(undefined)
            ) : (
              <optgroup key={group} label={group}>
                {options(group)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

export function CheckField({ label, checked, onChecked }: CheckProps) {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={event => onChecked(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
    </div>
  );
}

interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly (Choice & { readonly value: V })[];
  readonly onValue: (value: V) => void;
}

export function Segments<V extends string>({ label, value, choices, onValue }: SegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} class="segment">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
          />
          <span>{choice.title}</span>
        </label>
      ))}
    </fieldset>
  );
}

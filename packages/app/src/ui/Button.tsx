import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { toast } from './toast.js';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> & {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
};

/** `primary` is for the main action of a screen. */
export function Button({ kind = 'plain', type = 'button', children, class: more, ...rest }: Props) {
  return (
    <button type={type} class={['button', kind, more].filter(Boolean).join(' ')} {...rest}>
      {children}
    </button>
  );
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied.'),
      () => toast('The browser does not allow copying here. Select the text and copy it by hand.'),
    );
  return <Button onClick={copy}>{label}</Button>;
}

interface Download {
  readonly content: string | Blob;
  readonly name: string;
  readonly type?: string;
  readonly label?: string;
}

export function DownloadButton({ content, name, type = 'text/plain', label = 'Download' }: Download) {
  return <Button onClick={() => saveAs(content, name, type)}>{label}</Button>;
}

export function saveAs(content: string | Blob, name: string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

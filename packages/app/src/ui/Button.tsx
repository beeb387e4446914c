import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> & {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
};

/** A button; `primary` is for the one thing that a screen is for. */
export function Button({ kind = 'plain', type = 'button', children, class: more, ...rest }: Props) {
  return (
    <button type={type} class={['button', kind, more].filter(Boolean).join(' ')} {...rest}>
      {children}
    </button>
  );
}

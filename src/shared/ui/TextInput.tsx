import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** One line of text. Give it the control of its `Field`. `dir="auto"` by default; addresses and numbers pass `dir="ltr"`. */
export const TextInput = ({ className, type = 'text', dir = 'auto', ref, ...rest }: InputProps) => (
  <input
    {...rest}
    ref={ref}
    dir={dir}
    type={type}
    className={cx(
      'control',
      dir === 'ltr' && 'rtl:text-end',
      // Nothing typed yet: the words of the product stand on the page's own side.
      dir === 'auto' && 'placeholder-shown:[direction:inherit]',
      className,
    )}
  />
)

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text. */
export const TextArea = ({ className, rows = 4, ref, ...rest }: AreaProps) => (
  <textarea dir="auto" {...rest} ref={ref} rows={rows} className={cx('control', className)} />
)

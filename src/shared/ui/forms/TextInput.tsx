import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** Nothing typed yet: the words of the product stand on the page's own side. */
const PLACEHOLDER_SIDE = 'placeholder-shown:[direction:inherit]'

/** One line of text. Give it the control of its `Field`. `dir="auto"` by default; addresses and numbers pass `dir="ltr"`. */
export const TextInput = ({ className, type = 'text', dir = 'auto', ref, ...rest }: InputProps) => (
  <input
    {...rest}
    ref={ref}
    dir={dir}
    type={type}
    className={cx('control', dir === 'ltr' && 'rtl:text-end', dir === 'auto' && PLACEHOLDER_SIDE, className)}
  />
)

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text. */
export const TextArea = ({ className, rows = 4, dir = 'auto', ref, ...rest }: AreaProps) => (
  <textarea
    {...rest}
    ref={ref}
    dir={dir}
    rows={rows}
    className={cx('control', dir === 'auto' && PLACEHOLDER_SIDE, className)}
  />
)

import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** While the input is empty, its placeholder follows the page's direction. */
const PLACEHOLDER_DIRECTION = 'placeholder-shown:[direction:inherit]'

/** One line of text. Give it the control of its `Field`. `dir` is "auto"; URLs and numbers pass "ltr". */
export const TextInput = ({ className, type = 'text', dir = 'auto', ref, ...rest }: InputProps) => (
  <input
    {...rest}
    ref={ref}
    dir={dir}
    type={type}
    className={cx(
      'control',
      dir === 'ltr' && 'rtl:text-end',
      dir === 'auto' && PLACEHOLDER_DIRECTION,
      className,
    )}
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
    className={cx('control', dir === 'auto' && PLACEHOLDER_DIRECTION, className)}
  />
)

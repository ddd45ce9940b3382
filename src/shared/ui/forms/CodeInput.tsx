import { useState, type Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { digitsOf } from '#src/shared/lib/text/digits.ts'
import type { FieldControl } from './Field.tsx'

type Props = Partial<FieldControl> & {
  value: string
  onChange: (code: string) => void
  /** Called when all digits are entered. */
  onComplete?: (code: string) => void
  length?: number
  disabled?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A one-time code. One transparent input covers the boxes, so that pasting, autofill, dictation and screen
 * readers work as in any input. Digits of three scripts are accepted.
 */
export const CodeInput = (props: Props) => {
  const { value, onChange, onComplete, length = 6, ref, ...inputProps } = props
  const [focused, setFocused] = useState(false)
  const accept = (text: string) => {
    const code = digitsOf(text).slice(0, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  return (
    <div className="relative" dir="ltr">
      <div aria-hidden="true" className="flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={cx(
              'control flex h-14 min-w-0 flex-1 items-center justify-center px-0 text-2xl font-semibold tabular-nums',
              inputProps['aria-invalid'] && 'border-error-text',
              focused &&
                index === Math.min(value.length, length - 1) &&
                'border-focus outline-2 outline-focus',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
      <input
        {...inputProps}
        ref={ref}
        value={value}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`\\d{${length}}`}
        spellCheck={false}
        // Longer than the code: a pasted "123 456" or a whole sentence is reduced to its digits.
        maxLength={200}
        className="absolute inset-0 size-full cursor-text rounded-lg opacity-0"
        onChange={(event) => accept(event.target.value)}
        onPaste={(event) => {
          const pasted = digitsOf(event.clipboardData.getData('text'))
          if (!pasted) return
          event.preventDefault()
          accept(pasted)
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // Keeps the caret at the end, where the highlighted box is.
        onSelect={({ currentTarget }) => {
          const end = currentTarget.value.length
          if (
            currentTarget.selectionStart === currentTarget.selectionEnd &&
            currentTarget.selectionEnd !== end
          )
            currentTarget.setSelectionRange(end, end)
        }}
      />
    </div>
  )
}

import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { FieldError } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  ref?: Ref<HTMLInputElement>
}

/** A native checkbox in the client's colour; the whole line is clickable. */
export const Checkbox = ({ label, hint, error, id, className, ref, ...rest }: Props) => {
  const ownId = useId()
  const inputId = id ?? ownId
  const describedBy = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...rest}
          ref={ref}
          id={inputId}
          type="checkbox"
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-primary"
        />
        <label htmlFor={inputId} className="cursor-pointer text-sm leading-6 text-ink">
          {label}
          {hint && (
            <span id={`${inputId}-hint`} className="block text-ink-muted">
              {hint}
            </span>
          )}
        </label>
      </div>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
    </div>
  )
}

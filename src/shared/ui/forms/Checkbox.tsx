import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { FieldError } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  ref?: Ref<HTMLInputElement>
}

/** A native box in the tenant's colour; the whole line is the target. */
export const Checkbox = ({ label, hint, error, id, className, ref, ...rest }: Props) => {
  const ownId = useId()
  const box = id ?? ownId
  const describedBy = [hint && `${box}-hint`, error && `${box}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...rest}
          ref={ref}
          id={box}
          type="checkbox"
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-primary"
        />
        <label htmlFor={box} className="cursor-pointer text-sm leading-6 text-ink">
          {label}
          {hint && (
            <span id={`${box}-hint`} className="block text-ink-muted">
              {hint}
            </span>
          )}
        </label>
      </div>
      {error && <FieldError id={`${box}-error`}>{error}</FieldError>}
    </div>
  )
}

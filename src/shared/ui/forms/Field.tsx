import { useId, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

/** Connects a control to its field: spread it on the input. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  required: boolean | undefined
}

type Props = {
  label: ReactNode
  hint?: ReactNode
  /** The message under the control; it marks the control invalid. */
  error?: string | null | undefined
  required?: boolean
  /** "optional", shown beside the label of an optional field. */
  optionalLabel?: string
  /** At the end of the label's line, such as a "Forgot password?" link. */
  aside?: ReactNode
  id?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error, connected by ids. */
export const Field = (props: Props) => {
  const { label, hint, error, required, optionalLabel, aside, className, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {optionalLabel && <span className="ms-1.5 font-normal text-ink-muted">{optionalLabel}</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required: required || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error message of a control; its icon keeps colour from being the only sign (WCAG 1.4.1). */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm text-error-text">
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="currentColor"
      className="mt-0.5 shrink-0"
    >
      <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm.9 10.4H7.1V9.8h1.8v1.6Zm0-2.9H7.1V4.4h1.8v4.1Z" />
    </svg>
    <span>{children}</span>
  </p>
)

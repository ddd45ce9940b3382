import { useId, type ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

/** A setting that takes effect at once; the whole line is clickable. */
export const Switch = ({ checked, onChange, label, hint, disabled = false }: Props) => {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-1.5">
      <span className="text-sm text-ink">
        {label}
        {hint && <span className="block text-ink-muted">{hint}</span>}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        className="flex h-7 w-12 shrink-0 appearance-none items-center rounded-full border border-line-strong bg-surface-sunken p-0.5 transition-colors before:size-5 before:rounded-full before:bg-ink-muted before:transition-transform before:duration-150 checked:border-primary checked:bg-primary checked:before:translate-x-5 checked:before:bg-on-primary disabled:opacity-55 rtl:checked:before:-translate-x-5"
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

import { useId, type ReactNode } from 'react'
import './switch.css'

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
        className="switch"
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

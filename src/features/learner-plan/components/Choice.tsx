import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = {
  type: 'radio' | 'checkbox'
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  icon?: ReactNode
  label: ReactNode
  hint?: string
  disabled?: boolean
}

/** A native radio button or checkbox that looks like a tile, or like a pill without icon and hint. */
export const Choice = ({ type, name, checked, onChange, icon, label, hint, disabled = false }: Props) => {
  const isTile = icon !== undefined || hint !== undefined
  return (
    <label
      className={cx(
        'flex cursor-pointer items-center border text-ink transition-colors duration-150',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus',
        'has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-55',
        isTile ? 'min-h-16 gap-3 rounded-xl px-4 py-3' : 'min-h-11 rounded-full px-4',
        checked
          ? 'border-primary bg-primary-soft ring-1 ring-primary ring-inset'
          : 'border-line-strong bg-surface-raised hover:border-primary',
      )}
    >
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="sr-only"
      />
      {icon && (
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-text"
        >
          {icon}
        </span>
      )}
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        {hint && <span className="block text-sm text-ink-muted">{hint}</span>}
      </span>
    </label>
  )
}

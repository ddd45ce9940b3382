import { useId, type ReactNode } from 'react'
import { Switch as Base } from '@base-ui/react/switch'

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
      <Base.Root
        id={id}
        checked={checked}
        disabled={disabled}
        className="flex h-7 w-12 shrink-0 items-center rounded-full border border-line-strong bg-surface-sunken p-0.5 transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:opacity-55"
        onCheckedChange={onChange}
      >
        <Base.Thumb className="size-5 rounded-full bg-ink-muted transition-transform duration-150 data-checked:translate-x-5 data-checked:bg-on-primary rtl:data-checked:-translate-x-5" />
      </Base.Root>
    </label>
  )
}

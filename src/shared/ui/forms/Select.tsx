import type { ReactNode } from 'react'
import { Select as Base } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { cx } from '#src/shared/lib/cx.ts'
import type { FieldControl } from './Field.tsx'

export type SelectOption<T extends string> = { value: T; label: ReactNode; disabled?: boolean }

type Props<T extends string> = Partial<FieldControl> & {
  value: T | null
  onChange: (value: T) => void
  options: readonly SelectOption<T>[]
  placeholder?: string
  /** Accessible name where no `Field` provides one. */
  label?: string
  disabled?: boolean
  className?: string
}

/**
 * A choice of one among a few options. It opens below the control, so that the page behind stays readable.
 */
export const Select = <T extends string>(props: Props<T>) => {
  const { value, onChange, options, placeholder, label, disabled, className, id, required } = props
  return (
    <Base.Root
      items={options.map(({ value: key, label: text }) => ({ value: key, label: text }))}
      value={value}
      disabled={disabled ?? false}
      required={required ?? false}
      onValueChange={(next: T | null) => {
        if (next !== null) onChange(next)
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        className={cx('control flex items-center justify-between gap-2 text-start', className)}
      >
        <span className="min-w-0 flex-1 truncate">
          <Base.Value placeholder={placeholder} />
        </span>
        <Base.Icon>
          <ChevronDown aria-hidden="true" size={18} className="text-ink-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="floating appear max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1.5 outline-none">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-surface-sunken"
                >
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" size={18} className="text-primary-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

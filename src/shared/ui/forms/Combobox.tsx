import { Combobox as Base } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { cx } from '#src/shared/lib/cx.ts'
import type { FieldControl } from './Field.tsx'

export type ComboboxOption = { value: string; label: string }

type Props = Partial<FieldControl> & {
  value: string | null
  onChange: (value: string | null) => void
  options: readonly ComboboxOption[]
  placeholder?: string
  texts: { open: string; none: string }
  /** Accessible name where no `Field` provides one. */
  label?: string
  disabled?: boolean
  className?: string
}

/** A choice of one among many options, found by typing. */
export const Combobox = (props: Props) => {
  const { value, onChange, options, placeholder, texts, label, disabled, className, ...control } = props
  return (
    <Base.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      disabled={disabled ?? false}
      onValueChange={(option: ComboboxOption | null) => onChange(option?.value ?? null)}
    >
      <div className={cx('relative', className)}>
        <Base.Input
          {...control}
          aria-label={label}
          placeholder={placeholder}
          className="control combobox-input"
        />
        <Base.Trigger
          aria-label={texts.open}
          className="absolute inset-y-0 end-0 flex w-11 items-center justify-center text-ink-muted"
        >
          <ChevronDown aria-hidden="true" size={18} />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="floating appear max-h-[min(22rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1.5">
            <Base.Empty>
              <div className="px-3 py-2.5 text-sm text-ink-muted">{texts.none}</div>
            </Base.Empty>
            <Base.List>
              {(option: ComboboxOption) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 text-sm outline-none data-highlighted:bg-surface-sunken"
                >
                  <span dir="auto">{option.label}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" size={18} className="text-primary-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

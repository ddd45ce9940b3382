import type { ReactNode } from 'react'
import { Tabs as Base } from '@base-ui/react/tabs'
import { cx } from '#src/shared/lib/cx.ts'

type Tab = { value: string; label: ReactNode; content: ReactNode }
type Props = {
  tabs: readonly Tab[]
  /** Accessible name of the tab list. */
  label: string
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
}

/** Tabs and their panels. On narrow screens the tab list scrolls. */
export const Tabs = ({ tabs, label, value, defaultValue, onValueChange, className }: Props) => (
  <Base.Root
    {...(value === undefined ? { defaultValue: defaultValue ?? tabs[0]?.value } : { value })}
    className={cx('flex flex-col gap-5', className)}
    onValueChange={(next: string) => onValueChange?.(next)}
  >
    <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.value}
          value={tab.value}
          className="min-h-11 shrink-0 border-b-2 border-transparent px-4 text-sm font-medium text-ink-muted -outline-offset-2 transition-colors hover:text-ink data-active:border-primary data-active:text-primary-text"
        >
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.value} value={tab.value} className="rounded-lg">
        {tab.content}
      </Base.Panel>
    ))}
  </Base.Root>
)

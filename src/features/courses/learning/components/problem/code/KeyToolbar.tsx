import type { ReactNode } from 'react'

/** A scrollable row of keys for devices without a keyboard. */
export const KeyToolbar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    role="toolbar"
    aria-label={label}
    dir="ltr"
    className="flex gap-1.5 overflow-x-auto py-2 lg:pointer-fine:hidden"
  >
    {children}
  </div>
)

type KeyProps = { label?: string; disabled?: boolean; onPress: () => void; children: ReactNode }

/** One key. It does not take the focus, so the on-screen keyboard stays open. */
export const Key = ({ label, disabled, onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    className="grid h-11 min-w-11 shrink-0 place-items-center rounded-md border border-line bg-surface-raised px-2 font-mono text-base text-ink hover:border-line-strong disabled:opacity-50"
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
)

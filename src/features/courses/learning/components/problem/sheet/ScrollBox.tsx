import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

/** A box for content that may be larger than its space; scrolls also by keyboard, always left to right. */
export const ScrollBox = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the only way to scroll it by keyboard
  <section aria-label={label} tabIndex={0} dir="ltr" className={cx('max-h-72 overflow-auto', className)}>
    {children}
  </section>
)

/** Preformatted code or output. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <ScrollBox label={label} className="rounded-md bg-surface-sunken p-3">
    <pre className="text-start font-mono text-sm whitespace-pre-wrap text-ink">{children}</pre>
  </ScrollBox>
)

import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = {
  title: ReactNode
  text?: ReactNode
  /** A line above the title, such as a back link. */
  above?: ReactNode
  actions?: ReactNode
  className?: string
}

/** The page's one h1. Focusable, because focus moves there after a navigation. */
export const PageHeader = ({ title, text, above, actions, className }: Props) => (
  <header className={cx('mb-6 flex flex-wrap items-end justify-between gap-4', className)}>
    <div className="min-w-0">
      {above && <div className="mb-1 text-sm">{above}</div>}
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink sm:text-3xl">
        {title}
      </h1>
      {text && <p className="mt-1.5 max-w-reading text-pretty text-ink-muted">{text}</p>}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
  </header>
)

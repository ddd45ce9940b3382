import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import type { IllustrationName } from './Illustration.tsx'
import { LazyIllustration } from './LazyIllustration.tsx'

type Props = {
  illustration?: IllustrationName
  title: ReactNode
  text?: ReactNode
  /** One action. */
  action?: ReactNode
  /** Heading level, where this is the page's main message. */
  as?: 'h1' | 'h2' | 'p'
  role?: 'alert' | 'status'
  className?: string
}

/** A picture, a line of text and an action for an empty list or page. */
export const EmptyState = (props: Props) => {
  const { illustration = 'empty', title, text, action, as: Title = 'p', role, className } = props
  return (
    <div
      role={role}
      className={cx('mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center', className)}
    >
      <LazyIllustration name={illustration} />
      <Title className="text-lg font-semibold text-balance text-ink">{title}</Title>
      {text && <p className="mt-1.5 text-balance text-ink-muted">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'

type Props = {
  title: string
  /** How it stands, in a word. */
  state: { text: string; isGood: boolean } | null
  text: string
  link?: { to: string; label: string }
  children?: ReactNode
}

/** A service: how it stands, a try of it, and where its settings are. */
export const ServiceCard = ({ title, state, text, link, children }: Props) => (
  <Card as="section" className="flex min-w-0 flex-col items-start gap-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      {state && <Badge tone={state.isGood ? 'success' : 'warning'}>{state.text}</Badge>}
    </div>
    <p className="text-sm text-ink-muted">{text}</p>
    {children}
    {link && (
      <Link
        to={link.to}
        className="mt-auto inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
      >
        {link.label}
      </Link>
    )}
  </Card>
)

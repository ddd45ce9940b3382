import { useId, type ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'

interface Props {
  title: string
  text?: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled section of the profile; a landmark. */
export const SectionCard = ({ title, text, actions, children }: Props) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {text && <p className="mt-1 max-w-reading text-sm text-ink-muted">{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </Card>
  )
}

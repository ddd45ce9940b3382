import { useId, type ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'

type Props = { title: string; text?: string; children: ReactNode; className?: string }

/** One section of the form, with its heading. */
export const EditorSection = ({ title, text, children, className }: Props) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-ink-muted">{text}</p>}
      <div className="mt-5 flex flex-col gap-5">{children}</div>
    </Card>
  )
}

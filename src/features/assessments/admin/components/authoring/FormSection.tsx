import { useId, type ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'

type Props = { title: string; text?: string; children: ReactNode }

/** One section of the long form, with its heading. */
export const FormSection = ({ title, text, children }: Props) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-5">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 text-sm text-ink-muted">{text}</p>}
      </div>
      {children}
    </Card>
  )
}

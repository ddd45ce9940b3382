import { useId, type ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'

/** One section of the form, with its heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {children}
    </Card>
  )
}

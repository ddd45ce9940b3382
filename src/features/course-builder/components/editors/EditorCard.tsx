import type { ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'

type Props = { title: ReactNode; aside?: ReactNode; children: ReactNode }

/** The card of every form in the builder. Its heading takes the focus when there is no empty field. */
export const EditorCard = ({ title, aside, children }: Props) => (
  <Card className="flex flex-col gap-6">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </Card>
)

import { useId, type ReactNode } from 'react'

interface Props {
  /** The target of the section navigation. */
  id: string
  title: string
  text?: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled section of the profile; a landmark. Space and a line separate it from the next one. */
export const Section = ({ id, title, text, actions, children }: Props) => {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-20">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h2>
          {text && <p className="mt-1 max-w-reading text-sm text-ink-muted">{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

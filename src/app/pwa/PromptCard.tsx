import { useId, type ReactNode } from 'react'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'

interface Props {
  title: string
  text: string
  children?: ReactNode
  actions: ReactNode
}

/**
 * Offers itself over the page without taking the focus; stands clear of the bottom bar, where there is one, and the home indicator. A page that
 * must not be disturbed (an exam and what leads into it) says `data-undisturbed`: meanwhile nothing is offered.
 */
export const PromptCard = ({ title, text, children, actions }: Props) => {
  const id = useId()
  const { client } = runtimeConfig()
  return (
    <section
      aria-labelledby={id}
      className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-h-[75dvh] max-w-md flex-col rounded-2xl border border-line bg-surface-raised text-ink shadow-float [body:has([data-undisturbed])_&]:hidden max-md:[body:has(nav.safe-bottom)_&]:bottom-[calc(4.75rem+env(safe-area-inset-bottom))]"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="flex items-start gap-3">
          {client && <Logo name={client.name} src={client.app_icon_url} shape="icon" className="shrink-0" />}
          <div className="min-w-0">
            <h2 id={id} className="text-base font-semibold wrap-break-word">
              {title}
            </h2>
            <p className="mt-0.5 text-sm text-ink-muted">{text}</p>
          </div>
        </div>
        {children}
      </div>
      <div className="flex flex-wrap gap-3 px-4 pb-4 *:flex-auto">{actions}</div>
    </section>
  )
}

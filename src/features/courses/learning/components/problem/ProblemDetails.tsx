import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

/** A collapsible part of a problem, closed at first. */
export const ProblemDetails = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded-lg border border-line">
    <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 font-medium text-ink [&::-webkit-details-marker]:hidden">
      {title}
      <ChevronDown
        aria-hidden="true"
        size={20}
        className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="p-4 pt-0">{children}</div>
  </details>
)

import type { ReactNode } from 'react'

/** One group of components on the developer page. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-t border-line py-6">
    <h3 className="text-lg font-semibold">{title}</h3>
    {children}
  </section>
)

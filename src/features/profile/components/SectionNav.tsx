import { useEffect, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'

export interface SectionLink {
  id: string
  label: string
}

/** The part of the window in which a section counts as the one that is read. */
const READING_BAND = '-20% 0px -70% 0px'

const useCurrentSection = (ids: readonly string[]): string | null => {
  const [current, setCurrent] = useState<string | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: READING_BAND },
    )
    // Sections that load later get their place from the wrapper around them.
    for (const id of key.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [key])
  return current
}

/** Leads to the sections of the page: beside them on wide screens, a line that scrolls sideways on phones. */
export const SectionNav = ({ sections }: { sections: readonly SectionLink[] }) => {
  const { t } = useTranslation('profile')
  const current = useCurrentSection(sections.map(({ id }) => id)) ?? sections[0]?.id
  const go = (event: MouseEvent, id: string) => {
    const section = document.getElementById(id)
    const heading = section?.querySelector<HTMLElement>('h2')
    if (!section) return
    // The address stays: "back" leads to the former page and not through the sections.
    event.preventDefault()
    section.scrollIntoView({ block: 'start' })
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav
      aria-label={t('nav.label')}
      className="-mx-4 mb-8 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:sticky lg:top-20 lg:mx-0 lg:mb-0 lg:self-start lg:overflow-visible lg:px-0"
    >
      <ul className="flex w-max gap-2 lg:w-auto lg:flex-col lg:gap-0.5">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-full border border-line px-4 text-sm whitespace-nowrap text-ink-muted hover:text-ink lg:min-h-10 lg:rounded-lg lg:border-transparent lg:px-3 lg:whitespace-normal lg:hover:bg-surface-sunken',
                'aria-[current]:border-transparent aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text',
              )}
              onClick={(event) => go(event, id)}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

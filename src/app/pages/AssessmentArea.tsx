import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { adminPaths } from '#src/core/admin-paths.ts'
import { isKnownPath } from '#src/core/routes.ts'
import { cx } from '#src/shared/lib/cx.ts'

const LINKS = [
  ['nav.results', adminPaths.results],
  ['nav.assessments', adminPaths.assessments],
  ['nav.bank', adminPaths.questionBank],
] as const

/** Links to results, assessments and question bank; the side navigation has only the first (spec 2). */
const AreaLinks = () => {
  const { t } = useTranslation('assessments/admin')
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('nav.label')} className="mb-4">
      <ul className="flex flex-wrap gap-x-5 border-b border-line">
        {LINKS.filter(([, to]) => isKnownPath(to)).map(([text, to]) => {
          const isCurrent = pathname.startsWith(to)
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={isCurrent ? 'true' : undefined}
                className={cx(
                  '-mb-px inline-flex min-h-11 items-center border-b-2 text-sm font-medium',
                  isCurrent
                    ? 'border-primary text-primary-text'
                    : 'border-transparent text-ink-muted hover:text-ink',
                )}
              >
                {t(text)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The frame of the three staff pages about assessments. */
export const AssessmentArea = ({ children }: { children: ReactNode }) => (
  <>
    <AreaLinks />
    {children}
  </>
)

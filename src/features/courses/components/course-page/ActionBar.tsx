import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { useAccess } from '../../api/access.queries.ts'
import { ActionButton } from '../enrolment/ActionButton.tsx'
import type { CourseAction } from '../enrolment/use-course-action.ts'

/** Behind the top bar, or behind this bar and the bottom bar, it counts as gone. */
const BARS = '-64px 0px -136px 0px'

const useIsOnScreen = (element: HTMLElement | null): boolean => {
  const [isOnScreen, setIsOnScreen] = useState(true)
  useEffect(() => {
    if (!element || typeof IntersectionObserver !== 'function') return
    const observer = new IntersectionObserver(
      (entries) => setIsOnScreen(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: BARS },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isOnScreen
}

type Props = { course: CourseDetail; action: CourseAction; inPanel: HTMLElement | null }

/** On phones the action follows the reader while the panel's own is not on the screen, above the bottom bar where there is one. */
export const ActionBar = ({ course, action, inPanel }: Props) => {
  const isShownInPanel = useIsOnScreen(inPanel)
  if (isShownInPanel) return null
  return (
    <div
      data-action-bar=""
      className="rise fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] shadow-float max-md:[body:has(nav.safe-bottom)_&]:bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] max-md:[body:has(nav.safe-bottom)_&]:pb-0 lg:hidden"
    >
      <div className="mx-auto flex max-w-page items-center gap-4 px-4 py-2.5 sm:px-6">
        <div className="min-w-0 flex-1">
          <Standing course={course} />
        </div>
        <ActionButton action={action} size="md" block={false} className="max-w-2/3 shrink-0" />
      </div>
    </div>
  )
}

/** What the action costs, or how far the learner is. */
const Standing = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const { data: access } = useAccess(course.id, course.price === 'premium')
  if (course.progress)
    return (
      <p className="truncate text-sm text-ink-muted">
        {t('facts.progress', { percent: course.progress.percent })}
      </p>
    )
  const price = access?.price
  const text = price ? formatMoney(price.amount_minor, price.currency, language) : t(`price.${course.price}`)
  return <p className="truncate text-lg font-bold text-ink">{text}</p>
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useAccess, useSeatAction } from '../../api/access.queries.ts'
import { hideSeatPrompt, isSeatPromptHidden } from '../../model/seat-prompt.ts'

/** A seat-booking prompt with Book My Seat and Maybe Later, while seats are left (spec 2). */
export const SeatPrompt = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  const action = useSeatAction(course.id)
  const [isHidden, setIsHidden] = useState(() => isSeatPromptHidden(safeLocal, course.id, Date.now()))
  const left = access?.seats?.left ?? 0
  if (isHidden || !access || access.seat || access.opens_at || access.may_manage || left === 0) return null
  return (
    <section
      aria-label={t('seats.promptTitle')}
      className="card rise mt-6 flex flex-col gap-4 border-line-strong p-4 sm:flex-row sm:items-center sm:p-5"
    >
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold text-ink">{t('seats.promptTitle')}</h2>
        <p className="mt-1 text-ink-muted">{t('seats.promptText', { count: left })}</p>
      </div>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button pending={action.isPending} onClick={() => action.mutate('book')}>
          {t('seats.book')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            hideSeatPrompt(safeLocal, course.id, Date.now())
            setIsHidden(true)
          }}
        >
          {t('seats.later')}
        </Button>
      </div>
    </section>
  )
}

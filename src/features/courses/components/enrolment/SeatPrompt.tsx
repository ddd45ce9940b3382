import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useAccess, useSeatAction } from '../../api/access.queries.ts'
import { hidePrompt, promptHidden } from '../../model/seat-prompt.ts'

/** Spec §2 "Courses": a seat-booking prompt with Book My Seat and Maybe Later. Only while there is a seat to book. */
export const SeatPrompt = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses/catalogue')
  const { data: access } = useAccess(course.id)
  const action = useSeatAction(course.id)
  const [hidden, setHidden] = useState(() => promptHidden(safeLocal, course.id, Date.now()))
  const left = access?.seats?.left ?? 0
  if (hidden || !access || access.seat || access.opens_at || access.may_manage || left === 0) return null
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
            hidePrompt(safeLocal, course.id, Date.now())
            setHidden(true)
          }}
        >
          {t('seats.later')}
        </Button>
      </div>
    </section>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Student } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { enrol, studentKeys } from '../api/students.queries.ts'
import { CourseDialog } from './bulk/CourseDialog.tsx'

type Enrolment = Student['enrolments'][number]

/** Courses with how far the person has come; enrols in a further one. */
export const EnrolmentsCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useEnrol(student, () => setOpen(false))
  return (
    <section aria-labelledby="student-courses">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="student-courses" className="text-lg font-semibold text-ink">
            {t('courses.title')}
          </h2>
          {!student.is_disabled && (
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              {t('bulk.enrol')}
            </Button>
          )}
        </div>
        {student.enrolments.length === 0 ? (
          <p className="mt-2 text-ink-muted">{t('courses.empty')}</p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {student.enrolments.map((enrolment) => (
              <Line key={enrolment.course.id} enrolment={enrolment} />
            ))}
          </ul>
        )}
      </Card>
      {isOpen && (
        <CourseDialog
          kind="enrol"
          count={1}
          isPending={isPending}
          onClose={() => setOpen(false)}
          onChoose={mutate}
        />
      )}
    </section>
  )
}

const Line = ({ enrolment }: { enrolment: Enrolment }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const { course, items, items_done: done } = enrolment
  const last = enrolment.last_activity_at
  const until = enrolment.access_until
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to={paths.course(course.id)}
          className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
        >
          <bdi>{course.title}</bdi>
        </Link>
        <p className="text-sm text-ink-muted">
          {t('courses.enrolled', { date: formatDate(enrolment.enrolled_at, language) })}
          {last !== null && <> · {t('courses.last', { date: formatDate(last, language) })}</>}
          {until !== null && <> · {t('courses.until', { date: formatDate(until, language) })}</>}
        </p>
      </div>
      {enrolment.has_left ? (
        <Badge tone="neutral">{t('courses.left')}</Badge>
      ) : enrolment.completed_at === null ? (
        <div className="w-full sm:w-56">
          <Progress value={items === 0 ? 0 : done / items} label={t('courses.progress')} />
          <p className="mt-1 text-sm text-ink-muted tabular-nums">
            {t('courses.items', { done: formatNumber(done, language), all: formatNumber(items, language) })}
          </p>
        </div>
      ) : (
        <Badge tone="success">
          {t('courses.done', { date: formatDate(enrolment.completed_at, language) })}
        </Badge>
      )}
    </li>
  )
}

const useEnrol = (student: Student, onDone: () => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (courseId: number) => enrol([student.id], courseId),
    onSuccess: ({ results: [row] }) => {
      onDone()
      void queries.invalidateQueries({ queryKey: studentKeys.all })
      if (row?.result === 'refused')
        notify({ kind: 'error', title: t(`outcome.${row.reason ?? 'not_found'}`) })
      else notify({ kind: 'success', title: t('courses.enrolledNow', { name: student.name }) })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('bulk.failed')) }),
  })
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { paths } from '#src/core/paths.ts'
import { useAccess, useNotice, useSeatAction } from '../../api/access.queries.ts'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { findNextItem, type ItemPosition } from '../../model/next-item.ts'
import { needsAccess, nextStepOf, type NextStep } from '../../model/next-step.ts'
import { useEnrol } from './use-enrolment.ts'

export const HOW_TO_PAY_ID = 'how-to-pay'

/** The page's one primary action: a link, a place on the page, or a button. */
export type CourseAction =
  | { kind: 'link'; text: string; to: string }
  | { kind: 'anchor'; text: string; href: string }
  | { kind: 'button'; text: string; isPending: boolean; isOn?: boolean; run: () => void }

export const itemPath = (courseId: number, item: ItemPosition) =>
  `${paths.topic(courseId, item.topicId)}?item=${item.itemId}`

const CONTINUE_TEXTS = {
  not_started: 'start',
  in_progress: 'continue',
  completed: 'review',
  locked: 'start',
} as const

/** The item that an enrolled person opens next. */
export const useNextItem = (course: CourseDetail): ItemPosition | null => {
  const home = useQuery({ ...learningHomeQuery(), enabled: course.progress !== null })
  return findNextItem(
    course.sections,
    home.data?.continue_learning.find((entry) => entry.course_id === course.id),
  )
}

/** Null where there is nothing to do but wait. The panel and the bar on phones share one action and its state. */
export const useCourseAction = (course: CourseDetail): CourseAction | null => {
  const { t } = useTranslation('courses')
  const next = useNextItem(course)
  const toStart = useStartAction(course)
  if (!course.progress) return toStart
  const text = t(`detail.${CONTINUE_TEXTS[course.progress.state]}`)
  return next && { kind: 'link', text, to: itemPath(course.id, next) }
}

const SEAT_STEPS: Partial<Record<NextStep, { action: 'book' | 'confirm' | 'wait'; text: string }>> = {
  book: { action: 'book', text: 'seats.book' },
  confirm: { action: 'confirm', text: 'seats.confirm' },
  wait: { action: 'wait', text: 'seats.join' },
}

const useStartAction = (course: CourseDetail): CourseAction | null => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const { data: access } = useAccess(course.id, course.progress === null && needsAccess(course))
  const enrol = useEnrol(course)
  const seat = useSeatAction(course.id)
  const notice = useNotice(course.id)
  const step = nextStepOf(course, access)
  const seatStep = step && SEAT_STEPS[step]
  if (seatStep)
    return {
      kind: 'button',
      text: t(seatStep.text),
      isPending: seat.isPending,
      run: () => seat.mutate(seatStep.action),
    }
  switch (step) {
    case 'enrol':
    case 'start': {
      const text = t(step === 'enrol' ? 'detail.enrol' : 'detail.start', { ns: 'courses' })
      return { kind: 'button', text, isPending: enrol.pending, run: () => void enrol.run() }
    }
    case 'notify': {
      const isOn = access?.notify ?? false
      return {
        kind: 'button',
        text: t(isOn ? 'seats.notifyOn' : 'seats.notify'),
        isPending: notice.isPending || !access,
        isOn,
        run: () => notice.mutate(!isOn),
      }
    }
    case 'pay':
      return { kind: 'anchor', text: t('pay.title'), href: `#${HOW_TO_PAY_ID}` }
    default:
      return null
  }
}

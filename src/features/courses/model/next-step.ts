import type { CourseAccess } from '#contract/courses/enrolment.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'

/** What a person who is not enrolled can do next. */
export type NextStep = 'enrol' | 'start' | 'notify' | 'book' | 'confirm' | 'wait' | 'pay'

type Offer = Pick<CourseDetail, 'price' | 'opens_at' | 'seats_left'>
type Access = Pick<CourseAccess, 'seat' | 'seats' | 'purchase'>

export const hasPaid = ({ purchase }: Pick<Access, 'purchase'>): boolean =>
  purchase !== null && purchase.refund?.state !== 'refunded'

const stepWithSeats = (course: Offer, access: Access): NextStep | null => {
  switch (access.seat?.state) {
    case 'confirmed':
      return 'start'
    case 'held':
      return course.price === 'premium' ? 'pay' : 'confirm'
    case 'offered':
      return 'book'
    case 'waiting':
      return null
    case undefined:
      return (access.seats?.left ?? 0) === 0 ? 'wait' : 'book'
  }
}

/** Only a free course without limits needs no access to tell. */
export const needsAccess = (course: Offer): boolean =>
  course.price === 'premium' || course.opens_at !== null || course.seats_left !== null

/** Null while the access is not known, and where the person can only wait. */
export const nextStepOf = (course: Offer, access: Access | undefined): NextStep | null => {
  if (course.opens_at !== null) return 'notify'
  if (!needsAccess(course)) return 'enrol'
  if (!access) return null
  if (course.seats_left !== null) return stepWithSeats(course, access)
  return hasPaid(access) ? 'start' : 'pay'
}

import type { CourseDetail } from '#contract/courses/outline.ts'
import { useAccess } from '../../api/access.queries.ts'
import { SeatBadge } from './SeatBadge.tsx'

/** The current seats left, the same number as in the seat panel, also after the person took one. */
export const LiveSeatBadge = ({ course }: { course: CourseDetail }) => {
  const { data: access } = useAccess(course.id)
  return (
    <SeatBadge course={{ opens_at: course.opens_at, seats_left: access?.seats?.left ?? course.seats_left }} />
  )
}

import type { CourseDetail } from '#contract/courses/outline.ts'
import { useAccess } from '../../api/access.queries.ts'
import { SeatBadge } from './SeatBadge.tsx'

/** The seats that are left now, as the panel beside it says: also once one holds a seat oneself. */
export const SeatsNow = ({ course }: { course: CourseDetail }) => {
  const { data: access } = useAccess(course.id)
  return (
    <SeatBadge course={{ opens_at: course.opens_at, seats_left: access?.seats?.left ?? course.seats_left }} />
  )
}

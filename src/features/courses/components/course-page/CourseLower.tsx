import type { CourseDetail } from '#contract/courses/outline.ts'
import { Related } from '../catalogue/Related.tsx'
import { Reviews } from '../reviews/Reviews.tsx'

/** What others say, and where to go from here: below everything that the page is opened for. */
export const CourseLower = ({ course }: { course: CourseDetail }) => (
  <>
    <Reviews course={course} />
    <Related courseId={course.id} />
  </>
)

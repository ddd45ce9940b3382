import { useParams } from 'react-router-dom'
import { CourseNotesPage } from '#src/features/courses/learning/index.ts'
import { useCourse } from '#src/features/courses/index.ts'

/** The learner's notes of a course, with the course's titles. */
export const NotesPage = () => {
  const courseId = Number(useParams()['courseId'])
  const { course } = useCourse(Number.isInteger(courseId) && courseId > 0 ? courseId : null)
  return <CourseNotesPage course={course} />
}

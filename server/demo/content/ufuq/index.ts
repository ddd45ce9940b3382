import type { WrittenCourse } from '../course-kit.ts'
import { interviewCourse } from './interview.ts'
import { pythonCourse } from './python.ts'
import { sqlCourse } from './sql.ts'
import { statisticsCourse } from './statistics.ts'

/** In the order of the list. */
export const ufuqCourses: readonly WrittenCourse[] = [
  pythonCourse,
  sqlCourse,
  interviewCourse,
  statisticsCourse,
]

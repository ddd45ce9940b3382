import type { DemoCourse } from '../course-kit.ts'
import { interviewCourse } from './interview.ts'
import { pythonCourse } from './python.ts'
import { sqlCourse } from './sql.ts'
import { statisticsCourse } from './statistics.ts'

/** In the order of the course list. */
export const ufuqCourses: readonly DemoCourse[] = [pythonCourse, sqlCourse, interviewCourse, statisticsCourse]

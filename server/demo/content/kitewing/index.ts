import type { DemoCourse } from '../course-kit.ts'
import { analyticsCohort } from './analytics-cohort.ts'
import { aptitudeCourse } from './aptitude.ts'
import { chartDetective } from './chart-detective.ts'
import { chartsCourse } from './charts.ts'
import { englishCourse } from './english.ts'
import { excelHindiCourse } from './excel-hindi.ts'
import { excelCourse } from './excel.ts'
import { interviewCourse } from './interview.ts'
import { machineLearningCourse } from './machine-learning.ts'
import { pythonCourse } from './python.ts'
import { sqlCourse } from './sql.ts'
import { statisticsCourse } from './statistics.ts'
import { webCourse } from './web.ts'

/** In the order of the course list. The first course is the most complete, the last one is short. */
export const kitewingCourses: readonly DemoCourse[] = [
  sqlCourse,
  excelCourse,
  pythonCourse,
  statisticsCourse,
  chartsCourse,
  aptitudeCourse,
  englishCourse,
  excelHindiCourse,
  interviewCourse,
  webCourse,
]

/**
 * Courses for which seed-activity.ts adds no learning history: they have not opened yet, or another module seeds
 * their attempts (seed-packages.ts).
 */
export const kitewingAnnounced: readonly DemoCourse[] = [
  analyticsCohort,
  machineLearningCourse,
  chartDetective,
]

import type { WrittenCourse } from '../course-kit.ts'
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

/** In the order of the list; the first one is the fully worked one, the last one is short. */
export const kitewingCourses: readonly WrittenCourse[] = [
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
 * What the past of the demo's learners leaves out: what is announced or has a common start, and what has a past of its
 * own (seed-packages.ts).
 */
export const kitewingAnnounced: readonly WrittenCourse[] = [
  analyticsCohort,
  machineLearningCourse,
  chartDetective,
]

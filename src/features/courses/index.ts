/** The door of courses: two pages, the slice, and what the learning home and the player need of it. */
import { lazy } from 'react'

export const CourseListPage = lazy(() =>
  import('./pages/CourseListPage.tsx').then((module) => ({ default: module.CourseListPage })),
)
export const CourseDetailPage = lazy(() =>
  import('./pages/CourseDetailPage.tsx').then((module) => ({ default: module.CourseDetailPage })),
)

export { coursesReducer, progressSaved } from './model/courses-slice.ts'
export { useCourse } from './model/use-course.ts'
export { learningHomeKeys } from './api/learning-home.queries.ts'

/** The blocks of the learning home, one request for all. */
const blocks = () => import('./home-blocks.ts')
export const ContinueLearning = lazy(() => blocks().then((all) => ({ default: all.ContinueLearning })))
export const Greeting = lazy(() => blocks().then((all) => ({ default: all.Greeting })))
export const MyCourses = lazy(() => blocks().then((all) => ({ default: all.MyCourses })))
export const OverallProgress = lazy(() => blocks().then((all) => ({ default: all.OverallProgress })))

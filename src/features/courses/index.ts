/** Entry point of courses: its pages, the slice, and what the learning home and the player use. */
import { lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const CourseListPage = lazy(() =>
  import('./pages/CourseListPage.tsx').then((module) => ({ default: module.CourseListPage })),
)
export const CourseDetailPage = lazy(() =>
  import('./pages/CourseDetailPage.tsx').then((module) => ({ default: module.CourseDetailPage })),
)

export const ContinueLearningPage = lazy(() =>
  import('./pages/ContinueLearningPage.tsx').then((module) => ({ default: module.ContinueLearningPage })),
)
export const RecommendedPage = lazy(() =>
  import('./pages/RecommendedPage.tsx').then((module) => ({ default: module.RecommendedPage })),
)
export const InstructorPage = lazy(() =>
  import('./pages/InstructorPage.tsx').then((module) => ({ default: module.InstructorPage })),
)

export { coursesReducer } from './model/courses-slice.ts'
export { useCourseChanges } from './api/use-course-changes.ts'
export { learningHomeQuery, readLearningHome } from './api/learning-home.queries.ts'

/** The blocks of the learning home: the main ones first, the others once the page is interactive. */
const loadFirstBlocks = () => import('./home-blocks.ts')
export const ContinueLearning = lazyPart(() => loadFirstBlocks().then((blocks) => blocks.ContinueLearning))
export const Greeting = lazyPart(() => loadFirstBlocks().then((blocks) => blocks.Greeting))
const loadLowerBlocks = () => afterInteractive().then(() => import('./home-blocks-lower.ts'))
export const MyCourses = lazy(() => loadLowerBlocks().then((blocks) => ({ default: blocks.MyCourses })))
export const OverallProgress = lazy(() =>
  loadLowerBlocks().then((blocks) => ({ default: blocks.OverallProgress })),
)

/** Entry point of courses: its pages, the slice, and what the learning home and the player use. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const CourseListPage = lazyPage(
  async () => (await import('./pages/CourseListPage.tsx')).CourseListPage,
  'courses',
)
export const ContinueLearningPage = lazyPage(
  async () => (await import('./pages/ContinueLearningPage.tsx')).ContinueLearningPage,
  'courses',
)
export const RecommendedPage = lazyPage(
  async () => (await import('./pages/RecommendedPage.tsx')).RecommendedPage,
  'courses',
)
export const InstructorPage = lazyPage(
  async () => (await import('./pages/InstructorPage.tsx')).InstructorPage,
  'courses',
)

/** For pages that join several features. */
export { CourseDetailPage } from './pages/CourseDetailPage.tsx'
export { CourseDonePage } from './pages/CourseDonePage.tsx'
export { ContinueLearning } from './components/home/ContinueLearning.tsx'
export { Greeting } from './components/home/Greeting.tsx'
export { MyCourses } from './components/home/MyCourses.tsx'
export { OverallProgress } from './components/home/OverallProgress.tsx'
export { FirstCourses, FirstCoursesSkeleton } from './components/home/FirstCourses.tsx'
export { HomeRecommendations } from './components/home/RecommendedCourses.tsx'
export { useCourse } from './model/use-course.ts'
export { useCourseChanges } from './api/use-course-changes.ts'
export { coursesReducer } from './model/courses-slice.ts'
export { learningHomeQuery, readLearningHome } from './api/learning-home.queries.ts'

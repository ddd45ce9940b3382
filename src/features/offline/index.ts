/** Entry point of offline use: saving a course, saved courses, and the outbox page. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SavedPage = lazyPage(async () => (await import('./pages/SavedPage.tsx')).SavedPage, 'offline')
/** Below the main content of a course page, which does not wait for it. */
export const SaveCourse = lazyPage(
  async () => (await import('./components/SaveCourse.tsx')).SaveCourse,
  'offline',
)

/** For pages that join several features. */
export { CollapsedSaveCourse } from './components/CollapsedSaveCourse.tsx'
export { OutboxPage } from './pages/OutboxPage.tsx'

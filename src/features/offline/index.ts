/** Entry point of offline use: saving a course, saved courses, and the outbox page. */
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SavedPage = lazyPage(async () => (await import('./pages/SavedPage.tsx')).SavedPage, 'offline')
/** Below the main content of a course page: it loads once that can be used. */
export const SaveCourse = lazyPart(async () => {
  await afterInteractive()
  const [{ SaveCourse: Component }] = await Promise.all([
    import('./components/SaveCourse.tsx'),
    loadTexts('offline'),
  ])
  return Component
})

/** For pages that join several features. */
export { CollapsedSaveCourse } from './components/CollapsedSaveCourse.tsx'
export { OutboxPage } from './pages/OutboxPage.tsx'

/** Removes every saved course of the signed-in person from this device. */
export const removeSavedCourses = async (): Promise<void> => (await import('./api/live-saver.ts')).removeAll()

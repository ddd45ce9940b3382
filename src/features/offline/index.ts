/** The entry point of what works without a connection: saving a course, what is saved, and what waits to be sent. */
import { lazyPage } from '#src/core/lazy-page.ts'

export const SavedPage = lazyPage(async () => (await import('./pages/SavedPage.tsx')).SavedPage, 'offline')
/** Saving is no course page's purpose: it comes below the way in. */
export const SaveCourse = lazyPage(
  async () => (await import('./components/SaveCourse.tsx')).SaveCourse,
  'offline',
)

/** For pages that join several features. */
export { SaveFold } from './components/SaveFold.tsx'
export { OutboxPage } from './pages/OutboxPage.tsx'

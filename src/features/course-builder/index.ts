/** Entry point of the course builder: the list of editable courses, and the editor. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const BuilderCoursesPage = lazyPage(
  async () => (await import('./pages/BuilderCoursesPage.tsx')).BuilderCoursesPage,
  'course-builder',
)

/** For the page that joins the builder with the player's engines. */
export { BuilderPage } from './pages/BuilderPage.tsx'

/** The entry point of the course builder: the list of courses one may edit, and the editor of one. */
import { lazyPage } from '#src/core/lazy-page.ts'

export const BuilderCoursesPage = lazyPage(
  async () => (await import('./pages/BuilderCoursesPage.tsx')).BuilderCoursesPage,
  'course-builder',
)

/** For the page that joins the builder with the player's engines. */
export { BuilderPage } from './pages/BuilderPage.tsx'

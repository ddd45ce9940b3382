/** Entry point of the people of a client, for staff. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const StudentsPage = lazyPage(
  async () => (await import('./pages/StudentsPage.tsx')).StudentsPage,
  'students',
)

export const WriteToPerson = lazyPage(
  async () => (await import('./components/messages/WriteToPerson.tsx')).WriteToPerson,
  'students',
)

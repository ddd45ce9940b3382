/** Entry point of e-mail campaigns, for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const EmailsPage = lazyPage(async () => (await import('./pages/EmailsPage.tsx')).EmailsPage, 'emails')

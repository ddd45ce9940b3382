/** Entry point of the API page for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const ApiPage = lazyPage(async () => (await import('./pages/ApiPage.tsx')).ApiPage, 'api-access')

/** Entry point of the pages with a client's terms and privacy notice, for everybody. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const LegalPage = lazyPage(async () => (await import('./pages/LegalPage.tsx')).LegalPage, 'legal')

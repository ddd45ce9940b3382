/** Entry point of the page behind a link with which people join. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const JoinPage = lazyPage(async () => (await import('./pages/JoinPage.tsx')).JoinPage, 'join')

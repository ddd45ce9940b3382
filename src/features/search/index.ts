/** Entry point of the search over everything: its page, and the panel that the top bar opens. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SearchPage = lazyPage(async () => (await import('./pages/SearchPage.tsx')).SearchPage, 'search')
export const SearchPanel = lazyPage(
  async () => (await import('./components/SearchPanel.tsx')).SearchPanel,
  'search',
)

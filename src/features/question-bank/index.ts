import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const BankPage = lazyPage(async () => (await import('./pages/BankPage.tsx')).BankPage, 'question-bank')

/** For pages of other features that choose questions of the bank. */
export { useBankSearch, useBankTopics } from './api/bank-hooks.ts'

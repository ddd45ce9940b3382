import { lazy } from 'react'

export const BankPage = lazy(() =>
  import('./pages/BankPage.tsx').then((module) => ({ default: module.BankPage })),
)
/** For pages of other features that choose questions of the bank. */
export { useBankSearch, useBankTopics } from './api/bank-hooks.ts'

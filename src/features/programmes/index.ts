/** Entry point of programmes that people pay in parts. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

/** A part of the profile that is fetched when it is opened. */
export const OwnPayments = lazyPage(
  async () => (await import('./components/OwnPayments.tsx')).OwnPayments,
  'programmes',
)

/** One entry for three addresses: every visit loads what this file names. */
export const ProgrammePages = lazyPage(
  async () => (await import('./pages/ProgrammePages.tsx')).ProgrammePages,
  'programmes',
)

/** /pay/{code} and its test checkout, for everybody. */
export const PayPages = lazyPage(
  async () => (await import('./pay/PayPages.tsx')).PayPages,
  'programmes',
  'programmes/pay',
)

import { QueryClientProvider, onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { currentLanguage, directionOf, onLanguageChange } from '#src/core/i18n/language.ts'
import { followLanguage } from '#src/core/i18n/follow-language.ts'
import { loadTexts, setupI18next } from '#src/core/i18n/setup-i18next.ts'
import { text } from '#src/core/i18n/texts.ts'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { onRefusedSession } from '#src/core/session/refused-session.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'
import { ClientGate } from './ClientGate.tsx'
import { Notices } from './Notices.tsx'
import { MemberRouter } from './router.tsx'
import { preloadHome } from './pages/home/learning-home.ts'
import { askForHome, HOME_NAMESPACE, prefetchHomeTexts } from './pages/home/prefetch-home.ts'
import { SessionSheet } from './session/SessionSheet.tsx'
import { startBellLater } from './session/bell.ts'
import { keepAnswers, restoreAnswers } from './session/kept-answers.ts'
import { loadClientInfo, showRememberedClientInfo } from './session/load-client-info.ts'
import { untilRestored } from './session/until-restored.ts'
import { startTokenChecks } from './session/token-checks.ts'
import { startStudyTime } from './session/study-time.ts'
import { loadPageSheet } from './sheets/load-page-sheet.ts'
import { store } from './store.ts'
import { loadNamespace } from './texts/load-namespace.ts'

const queryClient = createQueryClient()
// What is on the screen is read again when the connection is back.
onConnectivity(() => onlineManager.setOnline(isReachable()))
onClearUserData(() => queryClient.clear())
onRefusedSession(async () => (await import('#src/core/sign-out/refused-session.ts')).endRefusedSession())

const loadInfo = () => loadClientInfo(store.dispatch, text('app', 'startup.failed.infoError'))

/** What must be there before the first member page is rendered. */
export const prepareMember = async (opensHome: boolean): Promise<void> => {
  showRememberedClientInfo(store.dispatch)
  void loadInfo()
  if (opensHome) prefetchHomeTexts()
  const giveHome = opensHome ? askForHome() : null
  const texts = setupI18next(loadNamespace).then(() => (opensHome ? loadTexts(HOME_NAMESPACE) : undefined))
  // Rendered with everything at hand: each part that is still missing then costs React's 300 ms between two fallbacks.
  await Promise.all([
    texts,
    restoreAnswers(queryClient),
    untilRestored(),
    opensHome ? preloadHome() : undefined,
  ])
  giveHome?.(queryClient)
}

/** Everything behind sign-in: the store, server data, texts, and the session's upkeep. */
export const MemberRoot = () => {
  useLanguage()
  useEffect(() => startTokenChecks(), [])
  useEffect(() => startStudyTime(), [])
  useEffect(() => startBellLater(queryClient), [])
  useEffect(() => followLanguage(), [])
  // Texts of courses come in the language of the page.
  useEffect(() => onLanguageChange(() => void queryClient.invalidateQueries()), [])
  useEffect(() => keepAnswers(queryClient), [])
  // The next page finds its styles already there, and what an earlier visit left behind goes out.
  useEffect(() => {
    void afterInteractive()
      .then(() => Promise.all([loadPageSheet(), import('./offline/send-waiting.ts')]))
      .then(([, waiting]) => waiting.sendWaiting())
      .catch(() => undefined)
  }, [])
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <UiProvider direction={directionOf(currentLanguage())}>
          <ClientGate onRetry={loadInfo}>
            <MemberRouter />
          </ClientGate>
          <Notices />
          <SessionSheet />
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  )
}

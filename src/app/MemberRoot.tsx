import { QueryClientProvider, onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { directionOf } from '#contract/languages.ts'
import { currentLanguage, onLanguageChange } from '#src/core/i18n/language.ts'
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
import { requestHome, HOME_NAMESPACE, prefetchHomeTexts } from './pages/home/prefetch-home.ts'
import { SessionSheet } from './session/SessionSheet.tsx'
import { startBellLater } from './session/bell.ts'
import { loadClientInfo, showRememberedClientInfo } from './session/load-client-info.ts'
import { persistHomeCache, restoreHomeCache } from './session/home-cache.ts'
import { restoreEncryptedOutbox } from './session/restore-encrypted-outbox.ts'
import { startTokenChecks } from './session/token-checks.ts'
import { startStudyTime } from './session/study-time.ts'
import { loadPageSheet } from './sheets/load-page-sheet.ts'
import { store } from './store.ts'
import { loadNamespace } from './texts/load-namespace.ts'

const queryClient = createQueryClient()
// Queries on the screen refetch when the connection returns.
onConnectivity(() => onlineManager.setOnline(isReachable()))
onClearUserData(() => queryClient.clear())
onRefusedSession(async () => (await import('#src/core/sign-out/refused-session.ts')).endRefusedSession())

const loadInfo = () => loadClientInfo(store.dispatch, text('app', 'startup.failed.infoError'))

/** Prepares everything that the first signed-in page needs before its first render. */
export const prepareMember = async (isHome: boolean): Promise<void> => {
  showRememberedClientInfo(store.dispatch)
  void loadInfo()
  if (isHome) prefetchHomeTexts()
  const provideHome = isHome ? requestHome() : null
  const texts = setupI18next(loadNamespace).then(() => (isHome ? loadTexts(HOME_NAMESPACE) : undefined))
  // Render once, with everything loaded: each missing part would cost React's 300 ms between two fallbacks.
  await Promise.all([
    texts,
    restoreHomeCache(queryClient),
    restoreEncryptedOutbox(),
    isHome ? preloadHome() : undefined,
  ])
  provideHome?.(queryClient)
}

/** The signed-in app: the store, server data, texts and the session's background work. */
export const MemberRoot = () => {
  useLanguage()
  useEffect(() => startTokenChecks(), [])
  useEffect(() => startStudyTime(), [])
  useEffect(() => startBellLater(queryClient), [])
  useEffect(() => followLanguage(), [])
  // The server sends course texts in the language of the page.
  useEffect(() => onLanguageChange(() => void queryClient.invalidateQueries()), [])
  useEffect(() => persistHomeCache(queryClient), [])
  // After the first view: load the styles of the next pages, and send what an earlier visit left in the
  // outbox.
  useEffect(() => {
    void afterInteractive()
      .then(() => Promise.all([loadPageSheet(), import('./offline/send-outbox.ts')]))
      .then(([, outbox]) => outbox.sendOutbox())
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

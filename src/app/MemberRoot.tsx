import { QueryClientProvider, onlineManager } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { loadClientInfo, showRememberedClientInfo } from '#src/core/client-config/load-client-info.ts'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { currentLanguage, directionOf, onLanguageChange } from '#src/core/i18n/language.ts'
import { followLanguage } from '#src/core/i18n/follow-language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isHomePath } from '#src/core/routes.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'
import { clearWorkerCaches } from '#src/core/pwa/register.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { startProactiveRefresh } from '#src/core/session/proactive.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { preloadDialogs } from '#src/shared/ui/overlays/Dialog.tsx'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'
import { ClientGate } from './ClientGate.tsx'
import { Notices } from './Notices.tsx'
import { MemberRouter } from './router.tsx'
import { memberPageAt } from './member-pages.ts'
import { startHomeRequest } from './session/home-request.ts'
import { SessionSheet } from './session/SessionSheet.tsx'
import { startBellLater } from './session/bell.ts'
import { keepAnswers, restoreAnswers } from './session/kept-answers.ts'
import { untilBack } from './session/until-back.ts'
import { startStudyTime } from './session/study-time.ts'
import { store } from './store.ts'

const queryClient = createQueryClient()
// What is on the screen is read again when the connection is back.
onConnectivity(() => onlineManager.setOnline(isReachable()))
registerWipe(() => queryClient.clear())
registerWipe(() => clearWorkerCaches({ clientId: clientId() }))

const loadInfo = () => loadClientInfo(store.dispatch, i18next.t('app:startup.failed.infoError'))

/** What must be there before the first member page is rendered. */
export const prepareMember = async (pathname: string): Promise<void> => {
  showRememberedClientInfo(store.dispatch)
  void loadInfo()
  const giveHome = isHomePath(pathname) ? startHomeRequest() : null
  // A part that is missing then costs React's 300 ms between two fallbacks.
  const page = memberPageAt(pathname)
    ?.preload()
    .catch(() => undefined)
  await Promise.all([page, restoreAnswers(queryClient), untilBack()])
  giveHome?.(queryClient)
}

/** Everything behind sign-in: the store, server data, texts, and the session's upkeep. */
export const MemberRoot = () => {
  useLanguage()
  useEffect(
    () => startProactiveRefresh({ token: accessToken, refresh: refresher.refresh, waitMs: refresher.waitMs }),
    [],
  )
  useEffect(() => startStudyTime(), [])
  useEffect(() => startBellLater(queryClient), [])
  useEffect(() => followLanguage(), [])
  // Texts of courses come in the language of the page.
  useEffect(() => onLanguageChange(() => void queryClient.invalidateQueries()), [])
  useEffect(() => keepAnswers(queryClient), [])
  useEffect(() => {
    void afterInteractive()
      .then(() => Promise.all([import('./offline/send-waiting.ts'), preloadDialogs()]))
      .then(([waiting]) => waiting.sendWaiting())
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

import { QueryClientProvider, onlineManager } from '@tanstack/react-query'
import i18next from 'i18next'
import { Suspense, useEffect } from 'react'
import { Provider } from 'react-redux'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { directionOf } from '#contract/languages.ts'
import { onFeatureOff } from '#src/core/client-config/feature-off.ts'
import { currentLanguage, onLanguageChange } from '#src/core/i18n/language.ts'
import { followLanguage } from '#src/core/i18n/follow-language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isHomePath, isStaffPath } from '#src/core/routes.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { onRefusedSession } from '#src/core/session/refused-session.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { storedUser } from '#src/core/session/session.ts'
import { isSupportTab } from '#src/core/session/support-tab.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { Moments } from '#src/features/moments/index.ts'
import { preloadDialogs } from '#src/shared/ui/overlays/Dialog.tsx'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'
import { ClientGate } from './ClientGate.tsx'
import { Notices } from './Notices.tsx'
import { MemberRouter } from './router.tsx'
import { pageAt } from './guest-pages.ts'
import { memberPages } from './member-pages.ts'
import { preloadStaffPage } from './staff-area.ts'
import { startHomeRequest } from './session/home-request.ts'
import { SessionSheet } from './session/SessionSheet.tsx'
import { StepUpPrompt } from './session/StepUpPrompt.tsx'
import { followDisplay } from './session/display.ts'
import { startBellLater } from './session/bell.ts'
import { loadClientInfo, showRememberedClientInfo } from './session/load-client-info.ts'
import { persistHomeCache, restoreHomeCache } from './session/home-cache.ts'
import { restoreEncryptedOutbox } from './session/restore-encrypted-outbox.ts'
import { startTokenChecks } from './session/token-checks.ts'
import { startStudyTime } from './session/study-time.ts'
import { store } from './store.ts'

const queryClient = createQueryClient()
// Queries on the screen refetch when the connection returns.
onConnectivity(() => onlineManager.setOnline(isReachable()))
onClearUserData(() => queryClient.clear())
onRefusedSession(async () => (await import('#src/core/sign-out/refused-session.ts')).endRefusedSession())

const loadInfo = () => loadClientInfo(store.dispatch, i18next.t('app:startup.failed.infoError'))
onFeatureOff(() => void loadInfo())

const preloadPage = async (pathname: string): Promise<void> => {
  const role = storedUser()?.role ?? null
  if (isStaffPath(pathname) && roleFlags(role).mayEnterAdmin) await preloadStaffPage(pathname, role)
  else await pageAt(memberPages, pathname)?.preload()
}

/** Prepares everything that the first signed-in page needs before its first render. */
export const prepareMember = async (pathname: string): Promise<void> => {
  showRememberedClientInfo(store.dispatch)
  void loadInfo()
  const provideHome = isHomePath(pathname) ? startHomeRequest() : null
  // Render once, with everything loaded: each missing part would cost React's 300 ms between two fallbacks.
  const page = preloadPage(pathname).catch(() => undefined)
  await Promise.all([page, restoreHomeCache(queryClient), restoreEncryptedOutbox()])
  provideHome?.(queryClient)
}

/** The signed-in app: the store, server data, texts and the session's background work. */
export const MemberRoot = () => {
  useLanguage()
  useEffect(() => startTokenChecks(), [])
  useEffect(() => (isSupportTab() ? undefined : startStudyTime()), [])
  useEffect(() => (isSupportTab() ? undefined : startBellLater(queryClient)), [])
  useEffect(() => followLanguage(), [])
  useEffect(() => followDisplay(), [])
  // The server sends course texts in the language of the page.
  useEffect(() => onLanguageChange(() => void queryClient.invalidateQueries()), [])
  useEffect(() => persistHomeCache(queryClient), [])
  // After the first view: send what an earlier visit left in the outbox.
  useEffect(() => {
    if (isSupportTab()) return
    void afterInteractive()
      .then(() => Promise.all([import('./offline/send-outbox.ts'), preloadDialogs()]))
      .then(([outbox]) => outbox.sendOutbox())
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
          {!isSupportTab() && (
            <>
              <Suspense>
                <Moments />
              </Suspense>
              <SessionSheet />
            </>
          )}
          <StepUpPrompt />
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  )
}

/** From the loader to the first page; everything that can runs at the same time as the loader's second. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { App } from '#src/app/App.tsx'
import { texts } from '#src/app/texts/load-area.ts'
import { loadRuntimeConfig } from '#src/core/client-config/runtime-config.ts'
import { startLanguage } from '#src/core/i18n/language.ts'
import { startConnectivity } from '#src/core/http/connectivity.ts'
import { keepInstallOffer } from '#src/core/pwa/install-offer.ts'
import { provideOutbox } from '#src/core/offline/outbox.ts'
import { isOfAnotherClient, startSessionEvents } from '#src/core/session/session.ts'
import { isSupportTab } from '#src/core/session/support-tab.ts'
import { isRevivedSession } from '#src/core/sign-out/signed-out-note.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { keepInTab } from '#src/core/storage/keep-in-tab.ts'
import { startTheme } from '#src/core/theme/mode.ts'
import { untilInteractive } from '#src/core/after-interactive.ts'
import { startChunkRecovery } from './chunk-recovery.ts'
import { guardFirstPath } from './first-path.ts'
import { watchOtherTabs } from './other-tabs.ts'
import { prefetchFirstPage, untilFirstPage } from './first-page.ts'
import { applyStylesheet } from './stylesheet.ts'
import { dressPage, showLoaderLogo } from './page-head.ts'

/** Spec 9, counted from the start of the navigation. */
const LOADER_MS = 1000

const untilLoaderSeen = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, LOADER_MS - performance.now())))

/** An installed window begins with the splash; a failed fetch of it is no failure of the start. */
const splash = (client: PublicInfo) => {
  if (window.matchMedia('(display-mode: standalone)').matches)
    void import('#src/app/pwa/splash.ts').then((m) => m.showSplash(client)).catch(() => undefined)
}
const promptsLater = () =>
  void untilInteractive()
    .then(() => import('#src/app/pwa/start-prompts.tsx'))
    .then((m) => m.startPrompts())
    .catch(() => undefined)

/**
 * A revived session shows nothing of its person. False where it could not be ended: the page is drawn then rather than
 * nothing, and the start of the prompts ends it later.
 */
const sendAway = async () => {
  let left = false
  try {
    const { finishSignOut } = await import('#src/core/sign-out/finish-sign-out.ts')
    await finishSignOut(() => {
      left = true
      window.location.replace(guestPaths.login)
    })
  } catch {
    // The part could not be fetched, or storage refused.
  }
  return left
}

const endForeignSession = async () => {
  const { endSession } = await import('#src/core/sign-out/end-session.ts')
  await endSession({ everything: true })
}

export const start = async (): Promise<void> => {
  const isSupport = isSupportTab()
  if (isSupport) keepInTab()
  const loaderSeen = untilLoaderSeen()
  const styled = applyStylesheet()
  startChunkRecovery()
  startSessionEvents()
  watchOtherTabs()
  // Read while the page's code comes.
  const revived = isRevivedSession()
  provideOutbox(async () => (await import('#src/app/offline/outbox.ts')).outbox)
  startConnectivity()
  keepInstallOffer()
  const { client } = await loadRuntimeConfig()
  if (isOfAnotherClient()) await endForeignSession()
  if (client?.is_active) guardFirstPath()
  const languageReady = startLanguage(client, texts)
  prefetchFirstPage()
  startTheme(client?.theme_settings ?? null)
  if (client) showLoaderLogo(client)
  await languageReady
  if (client) dressPage(client)
  if (client?.is_active) splash(client)
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  if (client?.is_active) await untilFirstPage()
  if ((await revived) && (await sendAway())) return
  // Rendered unseen as soon as it can be, so that the page's own code loads while the loader is still shown.
  const root = createRoot(place)
  root.render(<App shown={false} />)
  await Promise.all([loaderSeen, styled])
  document.getElementById('loader')?.remove()
  // At once: what waits for the page starts after a frame that shows it.
  flushSync(() => root.render(<App shown />))
  if (client?.is_active && !isSupport) promptsLater()
}

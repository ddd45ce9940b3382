/** Starts the app, from the loader to the first page, in parallel with the loader's second where possible. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { App } from '#src/app/App.tsx'
import { texts } from '#src/app/texts/load-area.ts'
import { loadRuntimeConfig } from '#src/core/client-config/runtime-config.ts'
import { startLanguage } from '#src/core/i18n/language.ts'
import { startConnectivity } from '#src/core/http/connectivity.ts'
import { captureInstallOffer } from '#src/core/pwa/install-offer.ts'
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
import { fillPageHead, showLoaderLogo } from './page-head.ts'

/** The loader is shown at least this long, counted from the start of the navigation (spec 9). */
const LOADER_MS = 1000

const loaderMinimum = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, LOADER_MS - performance.now())))

/** An installed app begins with the splash. The start does not fail if the splash cannot be fetched. */
const showSplash = (client: PublicInfo) => {
  if (window.matchMedia('(display-mode: standalone)').matches)
    void import('#src/app/pwa/splash.ts').then((module) => module.showSplash(client)).catch(() => undefined)
}
const startPromptsLater = () =>
  void untilInteractive()
    .then(() => import('#src/app/pwa/start-prompts.tsx'))
    .then((m) => m.startPrompts())
    .catch(() => undefined)

/**
 * Signs out a revived session before anything personal is shown. False if that failed: then the page is shown rather
 * than nothing, and starting the prompts ends the session later.
 */
const endRevivedSession = async () => {
  let isLeaving = false
  try {
    const { finishSignOut } = await import('#src/core/sign-out/finish-sign-out.ts')
    await finishSignOut(() => {
      isLeaving = true
      window.location.replace(guestPaths.login)
    })
  } catch {
    // The module could not be fetched, or the storage failed.
  }
  return isLeaving
}

const endForeignSession = async () => {
  const { endSession } = await import('#src/core/sign-out/end-session.ts')
  await endSession({ everything: true })
}

export const start = async (): Promise<void> => {
  const isSupport = isSupportTab()
  if (isSupport) keepInTab()
  const loaderDone = Promise.all([loaderMinimum(), applyStylesheet()])
  startChunkRecovery()
  startSessionEvents()
  watchOtherTabs()
  // Started here, so that it runs while the page's code is fetched.
  const isRevived = isRevivedSession()
  provideOutbox(async () => (await import('#src/app/offline/outbox.ts')).outbox)
  startConnectivity()
  captureInstallOffer()
  const { client } = await loadRuntimeConfig()
  if (isOfAnotherClient()) await endForeignSession()
  await prepareClient(client)
  if (client?.is_active) await untilFirstPage()
  if ((await isRevived) && (await endRevivedSession())) return
  await showApp(loaderDone)
  if (client?.is_active && !isSupport) startPromptsLater()
}

/** The client's language, colours and name. Its first page is fetched meanwhile. */
const prepareClient = async (client: PublicInfo | null) => {
  if (client?.is_active) guardFirstPath()
  const languageReady = startLanguage(client, texts)
  prefetchFirstPage()
  startTheme(client?.theme_settings ?? null)
  if (client) showLoaderLogo(client)
  await languageReady
  if (client) fillPageHead(client)
  if (client?.is_active) showSplash(client)
}

const showApp = async (loaderDone: Promise<unknown>) => {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  // Rendered behind the loader, so that the page fetches its own code and data meanwhile.
  const root = createRoot(container)
  root.render(<App shown={false} />)
  await loaderDone
  document.getElementById('loader')?.remove()
  // Synchronous, because work that waits for the page starts after the frame that shows it.
  flushSync(() => root.render(<App shown />))
}

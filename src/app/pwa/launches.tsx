/**
 * The installed app is opened again while a window of it is open: from its icon, its menu, a shared text. The manifest
 * asks browsers to bring that window to the front and leave the rest to it (`launch_handler`): what is open in it is
 * never taken away without a word.
 */
import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { isAuthPath } from '#src/core/routes.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { PromptCard } from './PromptCard.tsx'

/** Chromium's; no other browser has it. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void
}

export interface LaunchParts {
  /** Address of this window, and the one it was loaded with. */
  here: () => string
  loadedWith: string
  reloaded: boolean
  busy: () => boolean
  go: (address: string) => void
  ask: (address: string) => void
}

/**
 * Null: nothing to do but stand in front. The app's own start address (sign-in) is what its icon opens: who is in the
 * app already stays where they are.
 */
const placeAsked = (target: string | undefined, here: string): string | null => {
  if (!target || !URL.canParse(target)) return null
  const url = new URL(target)
  if (url.origin !== new URL(here).origin || isAuthPath(url.pathname) || url.href === here) return null
  return url.href
}

/** What becomes of each launch; `waiting` are those that the browser kept from before anybody listened. */
export const createLaunches = (parts: LaunchParts) => {
  let first = true
  return (target: string | undefined, waiting: boolean): void => {
    const own = first && (parts.reloaded ? waiting : target === parts.loadedWith)
    first = false
    // The launch that loaded this page, told once more.
    if (own) return
    const place = placeAsked(target, parts.here())
    if (place === null) return
    if (parts.busy()) parts.ask(place)
    else parts.go(place)
  }
}

const LaunchCard = ({ onOpen, onStay }: { onOpen: () => void; onStay: () => void }) => {
  const { t } = useTranslation('pwa')
  return (
    <PromptCard
      title={t('launch.title')}
      text={t('launch.text', { name: runtimeConfig().client?.name ?? '' })}
      actions={
        <>
          <Button variant="secondary" onClick={onOpen}>
            {t('launch.open')}
          </Button>
          <Button onClick={onStay}>{t('launch.stay')}</Button>
        </>
      }
    />
  )
}

const Asked = ({ address, go }: { address: string; go: (address: string) => void }) => {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return <LaunchCard onOpen={() => go(address)} onStay={() => setOpen(false)} />
}

const go = (address: string) => window.location.assign(address)

const cards = () => {
  let root: ReturnType<typeof createRoot> | null = null
  let asked = 0
  return async (address: string) => {
    await loadTexts('pwa')
    root ??= createRoot(document.body.appendChild(document.createElement('div')))
    asked += 1
    root.render(
      <Suspense fallback={null}>
        <Asked key={asked} address={address} go={go} />
      </Suspense>,
    )
  }
}

/** Browsers without a launch queue open a window of their own, as ever. */
export const startLaunches = (queue = (window as { launchQueue?: LaunchQueue }).launchQueue): void => {
  if (!queue) return
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const ask = cards()
  const launched = createLaunches({
    here: () => window.location.href,
    loadedWith: load?.name ?? window.location.href,
    reloaded: load?.type === 'reload',
    busy: isBusy,
    go,
    ask: (address) => void ask(address),
  })
  let waiting = true
  queue.setConsumer(({ targetURL }) => launched(targetURL, waiting))
  waiting = false
}

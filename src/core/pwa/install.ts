/** The install prompt can be available, dismissed or accepted (spec 4). */
import { useSyncExternalStore } from 'react'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { kept } from './install-offer.ts'

export type InstallState = 'unavailable' | 'available' | 'installing' | 'dismissed' | 'accepted'

const DAY_MS = 86_400_000
/** The specification names no time: who said no is asked again after a month, not at every visit. */
const ASK_AGAIN_MS = 30 * DAY_MS

/** A clock set back must not keep somebody from ever being asked. */
const putOff = (now: number) => {
  const since = now - Number(safeLocal.get(keys.installPutOff) ?? Number.NaN)
  return since >= 0 && since < ASK_AGAIN_MS
}

let state: InstallState = 'unavailable'
const listeners = new Set<() => void>()

const set = (next: InstallState) => {
  state = next
  for (const listener of listeners) listener()
}

const offered = () => {
  if (kept.offer) set(putOff(Date.now()) ? 'dismissed' : 'available')
}

let watching = false
/** After `captureInstallOffer`, whose listener runs first. */
export const watchInstall = () => {
  if (watching) return
  watching = true
  offered()
  window.addEventListener('beforeinstallprompt', offered)
  window.addEventListener('appinstalled', () => {
    kept.offer = null
    set('accepted')
  })
}

export const installState = (): InstallState => state
/** True while the browser would show its own question. */
export const canInstall = (): boolean => kept.offer !== null
export const onInstall = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useInstall = (): InstallState => useSyncExternalStore(onInstall, installState)

/** Not now: remembered on this device. The offer itself stays, for who presses Install elsewhere. */
export const dismissInstall = () => {
  safeLocal.set(keys.installPutOff, String(Date.now()))
  set('dismissed')
}

/** Shows the browser's own question; an offer can be used once. */
export const install = async (): Promise<void> => {
  const { offer } = kept
  if (!offer || state === 'installing') return
  set('installing')
  try {
    await offer.prompt()
    const { outcome } = await offer.userChoice
    kept.offer = null
    if (outcome === 'accepted') set('accepted')
    else dismissInstall()
  } catch (error) {
    // Used already, or asked for without a press: the browser makes another offer when it sees fit.
    console.info('The browser did not show its install question', error)
    kept.offer = null
    set('unavailable')
  }
}

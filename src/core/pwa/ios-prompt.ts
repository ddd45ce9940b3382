/** When the iOS steps are shown, and both ways to have them go (spec 4). */
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'

export interface Device {
  userAgent: string
  touchPoints: number
  /** Opened from the home screen: the media query, and Safari's own older word. */
  standalone: boolean
}

export const thisDevice = (): Device => ({
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  standalone:
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true,
})

/** iPads say they are Macs; touch points tell. */
export const isIos = ({ userAgent, touchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

/** Spec 2: described as 24 hours; spec 4: hides it for the page session. Both: whichever ends first. */
const LATER_MS = 24 * 3_600_000

/** When "Got it!" ends at the latest; null when it is not in force. */
export const iosPutOffUntil = (now: number): number | null => {
  const stored = safeSession.get(keys.iosPromptLater)
  const since = stored === null ? Number.NaN : Number(stored)
  const until = since + LATER_MS
  return since <= now && now < until ? until : null
}
export const isIosDismissed = (): boolean => safeLocal.get(keys.iosPromptNever) !== null

export const putOffIosPrompt = (now = Date.now()) => safeSession.set(keys.iosPromptLater, String(now))
export const dismissIosPrompt = () => safeLocal.set(keys.iosPromptNever, '1')
export const forgetIosDismissals = () => {
  safeSession.remove(keys.iosPromptLater)
  safeLocal.remove(keys.iosPromptNever)
}

export const wantsIosPrompt = (device: Device, now: number): boolean =>
  isIos(device) && !device.standalone && !isIosDismissed() && iosPutOffUntil(now) === null

/** Brings the choice of display of the account to this device, and a choice made here to the account. */
import { syncDevice } from '#contract/profile/device.ts'
import type { DisplayChoice } from '#contract/profile/display.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { onDisplay, readDisplay, storeDisplay } from '#src/core/theme/display.ts'
import { onAppearance, setAppearance, storedAppearance } from '#src/core/theme/mode.ts'

const currentChoice = (): DisplayChoice => ({ appearance: storedAppearance(), ...readDisplay() })
const isSame = (a: DisplayChoice, b: DisplayChoice) =>
  a.appearance === b.appearance &&
  a.text_size === b.text_size &&
  a.motion === b.motion &&
  a.captions === b.captions

/** Returns how to stop. Without a connection the choice waits on the device until the next start. */
export const startDisplaySync = (): (() => void) => {
  let known = currentChoice()
  let isStopped = false
  let isAdopting = false

  const sync = async () => {
    const isUnsaved = safeLocal.get(keys.displayUnsaved) !== null
    const sent = currentChoice()
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const { choice } = await authedCall(syncDevice, {
      body: { time_zone: timeZone, ...(isUnsaved && { choice: sent }) },
    })
    if (isStopped || !isSame(sent, currentChoice())) return
    if (isUnsaved) safeLocal.remove(keys.displayUnsaved)
    if (!choice || isSame(choice, sent)) return
    const { appearance, ...display } = choice
    // Told to the page in two steps, which are no choices of this device.
    isAdopting = true
    storeDisplay(display)
    setAppearance(appearance)
    isAdopting = false
    known = choice
  }
  const syncQuietly = () => void sync().catch(() => undefined)
  const onChange = () => {
    const now = currentChoice()
    if (isAdopting || isSame(now, known)) return
    known = now
    safeLocal.set(keys.displayUnsaved, '1')
    syncQuietly()
  }
  const stops = [onDisplay(onChange), onAppearance(onChange)]
  syncQuietly()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

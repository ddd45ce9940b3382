/** What somebody who left has still waiting here is sealed for them; without a connection just as well. */
import { createExclusive } from '#src/core/session/exclusive.ts'
import { renewAnonymousId } from '#src/core/session/identity.ts'
import { idbDelete, idbGet } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { canSeal } from './cipher.ts'
import { dropSealedCopy } from './drafts-place.ts'
import { noteLeft } from './left.ts'
import { personNow } from './person.ts'
import { places } from './places.ts'
import { sealEverybodyBut } from './sealing.ts'
import { vault } from './vault.ts'

/** One tab at a time, whether it seals or opens. */
export const withSeal = createExclusive(() => navigator.locks as LockManager | undefined, 'lms-seal')

/** Nobody waits longer for it to leave; the next start finishes it. */
const PATIENCE_MS = 3000
/** Until then other tabs have heard of it, and what they still wrote is sealed too. */
const OTHERS_MS = 150

/** Changes to a course that could not be sealed do not stay for the next person. */
const dropOpenChanges = async () => {
  const kept = await idbGet<{ owner?: string }>(keys.builderChanges)
  if (kept !== null && kept.owner !== personNow()) await idbDelete(keys.builderChanges)
}

const sealOthers = async (drop: boolean) => {
  if (canSeal()) await sealEverybodyBut({ vault, places }, personNow(), Date.now(), { drop })
  if (drop) {
    await dropOpenChanges()
    await dropSealedCopy(vault, personNow())
  }
  if (await vault.any()) safeLocal.set(keys.sealed, 'true')
}

/** Finishes what an earlier page began, and takes the keys of who left off the device. */
export const finishLeaving = (): Promise<void> => withSeal(() => sealOthers(true)).catch(() => undefined)

const sealLeft = async () => {
  const left = (await vault.keys()).some(({ person }) => person !== personNow())
  if (left) {
    await withSeal(() => sealOthers(false))
    await new Promise((resolve) => setTimeout(resolve, OTHERS_MS))
  }
  await finishLeaving()
}

/**
 * At sign-out, somebody else's sign-in and a change of tenant: what waits is sealed, and the next visitor is somebody new.
 * `everything` clears local storage whole (spec 4: a failed refresh), but for the word that something lies sealed.
 */
export const leave = async (everything: boolean, token: string | null | undefined): Promise<void> => {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([
    noteLeft(token)
      .then(sealLeft, sealLeft)
      .catch(() => undefined),
    late,
  ])
  // Whoever signed in meanwhile, in another tab, keeps what is theirs.
  if (everything && personNow() === null) {
    const sealed = safeLocal.get(keys.sealed)
    safeLocal.clear()
    if (sealed !== null) safeLocal.set(keys.sealed, sealed)
  }
  renewAnonymousId()
}

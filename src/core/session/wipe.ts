/** Nothing of the person who leaves stays for the next one (rules: Accounts, A12). */
import { deviceKeys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession, type SafeStorage } from '#src/core/storage/safe-storage.ts'

type Wipe = () => void | Promise<unknown>
const wipes = new Set<Wipe>()

/** Whoever keeps something of a person (queries, slices, databases, caches) says here how to forget it. */
export const registerWipe = (wipe: Wipe): (() => void) => {
  wipes.add(wipe)
  return () => wipes.delete(wipe)
}

/** Browser storage at once: everything but what belongs to the device. */
export const wipeStorage = (local: SafeStorage = safeLocal, session: SafeStorage = safeSession) => {
  for (const key of local.keys()) if (!deviceKeys.includes(key)) local.remove(key)
  session.clear()
}

/** Everything registered; one that fails does not keep the others from forgetting. */
export const runWipes = async (): Promise<void> => {
  await Promise.allSettled([...wipes].map(async (wipe) => wipe()))
}

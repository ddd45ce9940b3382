/** Who is at the screen: the signed-in user's id, else the anonymous visitor's (spec 3). */
import { v4, validate } from 'uuid'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, type SafeStorage } from '#src/core/storage/safe-storage.ts'

const OLD_PREFIX = 'anonymous_'

/** Without storage or a random source the id is a timestamp and a random part (spec 3). */
const fallbackId = () => `${Date.now()}-${Math.random().toString(36).slice(2, 12)}`

export const createIdentity = (storage: SafeStorage, generate: () => string = v4) => {
  const renew = (): string => {
    try {
      const id = generate()
      storage.set(keys.anonymousId, id)
      return id
    } catch {
      return fallbackId()
    }
  }
  return {
    /** The stored id; an old prefix is stripped, anything that is no UUID is replaced. */
    anonymousId: (): string => {
      const stored = storage.get(keys.anonymousId)
      const id = stored?.startsWith(OLD_PREFIX) ? stored.slice(OLD_PREFIX.length) : stored
      if (!id || !validate(id)) return renew()
      if (id !== stored) storage.set(keys.anonymousId, id)
      return id
    },
    /** At sign-out the next visitor is somebody new. */
    renewAnonymousId: renew,
  }
}

export const { anonymousId, renewAnonymousId } = createIdentity(safeLocal)

export const identityOf = (userId: number | null): string =>
  userId === null ? anonymousId() : String(userId)

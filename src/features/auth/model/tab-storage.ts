/** What the pages before sign-in store for this tab; all of it is removed after sign-in. */
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { parsePendingCode, type PendingCode } from './pending-code.ts'

export const readPendingCode = (): PendingCode | null => parsePendingCode(safeSession.get(keys.pendingCode))
export const savePendingCode = (pending: PendingCode) =>
  safeSession.set(keys.pendingCode, JSON.stringify(pending))
export const clearPendingCode = () => safeSession.remove(keys.pendingCode)

/** Passes an address that was typed on one page to the next one. */
export const saveAddress = (email: string) => safeSession.set(keys.signInDraft, JSON.stringify({ email }))
export const savedAddress = (): string => {
  try {
    const { email } = JSON.parse(safeSession.get(keys.signInDraft) ?? '{}') as { email?: unknown }
    return typeof email === 'string' && email.includes('@') ? email : ''
  } catch {
    return ''
  }
}

export const clearDrafts = () => {
  for (const key of [keys.signInDraft, keys.signUpDraft, keys.pendingCode]) safeSession.remove(key)
}

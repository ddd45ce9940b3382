/** What the pages before sign-in keep for this tab; all of it goes once somebody is in. */
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { parsePendingCode, type PendingCode } from './pending-code.ts'

export const readPendingCode = (): PendingCode | null => parsePendingCode(safeSession.get(keys.pendingCode))
export const keepPendingCode = (pending: PendingCode) =>
  safeSession.set(keys.pendingCode, JSON.stringify(pending))
export const dropPendingCode = () => safeSession.remove(keys.pendingCode)

/** The address typed on one page stands on the next one already. */
export const carryAddress = (email: string) => safeSession.set(keys.signInDraft, JSON.stringify({ email }))
export const carriedAddress = (): string => {
  try {
    const { email } = JSON.parse(safeSession.get(keys.signInDraft) ?? '{}') as { email?: unknown }
    return typeof email === 'string' && email.includes('@') ? email : ''
  } catch {
    return ''
  }
}

export const forgetDrafts = () => {
  for (const key of [keys.signInDraft, keys.signUpDraft, keys.pendingCode]) safeSession.remove(key)
}

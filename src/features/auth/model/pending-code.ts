/** Which address waits for a code; kept for the tab, so that a reload of the code page asks nothing twice. */
export interface PendingCode {
  email: string
  purpose: CodePurpose
  /** Epoch ms of the last code sent; null when none was asked for from this tab. */
  sentAt: number | null
}
export type CodePurpose = 'verify' | 'reset'

export const codePurpose = (text: string | null): CodePurpose => (text === 'reset' ? 'reset' : 'verify')

/** Reads what was stored; anything else than our own shape counts as nothing. */
export const parsePendingCode = (text: string | null): PendingCode | null => {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<PendingCode> | null
    if (typeof value?.email !== 'string' || value.email === '') return null
    return {
      email: value.email,
      purpose: value.purpose === 'reset' ? 'reset' : 'verify',
      sentAt: typeof value.sentAt === 'number' && Number.isFinite(value.sentAt) ? value.sentAt : null,
    }
  } catch {
    return null
  }
}

/** The address that a code was sent to; stored for the tab, so that a reload asks nothing again. */
export interface PendingCode {
  email: string
  purpose: CodePurpose
  /** Epoch ms of the last code; null when this tab requested none. */
  sentAt: number | null
}
export type CodePurpose = 'verify' | 'reset'

export const codePurpose = (text: string | null): CodePurpose => (text === 'reset' ? 'reset' : 'verify')

/** Parses the stored value; null for any other shape. */
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

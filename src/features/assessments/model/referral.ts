/**
 * The referrer of an assessment's link stays on this device, so that it reaches the attempt when the person leaves
 * and comes back another way (rules: Assessments).
 */
import { referralOf } from '#contract/assessments/referral.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'

type Storage = Pick<SafeStorage, 'get' | 'set'>

/** As long as a referral lasts (rules: Money). */
const KEPT_MS = 30 * 24 * 3_600_000

interface Kept {
  owner: string
  byAssessment: Record<string, { ref: string; at: number }>
}

const read = (storage: Storage, owner: string, now: number): Kept['byAssessment'] => {
  try {
    const stored = JSON.parse(storage.get(keys.referrals) ?? '') as Partial<Kept> | null
    if (stored?.owner !== owner) return {}
    return Object.fromEntries(
      Object.entries(stored.byAssessment ?? {}).filter(
        ([, kept]) => referralOf(kept.ref) !== null && kept.at <= now && now - kept.at < KEPT_MS,
      ),
    )
  } catch {
    return {}
  }
}

/** The newest link counts. */
export const rememberReferral = (
  storage: Storage,
  owner: string,
  link: { assessmentId: number; ref: string },
  now: number,
): void => {
  const byAssessment = { ...read(storage, owner, now), [link.assessmentId]: { ref: link.ref, at: now } }
  storage.set(keys.referrals, JSON.stringify({ owner, byAssessment } satisfies Kept))
}

export const recallReferral = (
  storage: Storage,
  owner: string,
  assessmentId: number,
  now: number,
): string | null => read(storage, owner, now)[assessmentId]?.ref ?? null

/**
 * The code of a referral's link stays on this device for 30 days, so that it counts when the person comes back another
 * way. The first one that exists wins (rules: Money).
 */
import { REFERRAL_DAYS } from '#contract/money/referral-code.ts'
import { cut } from '#contract/text/truncate.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, type SafeStorage } from '#src/core/storage/safe-storage.ts'

type Storage = Pick<SafeStorage, 'get' | 'set'>

const KEPT_MS = REFERRAL_DAYS * 24 * 3_600_000
export const REFERRAL_CODE_MAX = 64

/** In the demo several clients share one origin. */
interface Kept {
  client: number
  code: string
  at: number
}

export const keptReferral = (storage: Pick<Storage, 'get'>, client: number, now: number): string | null => {
  try {
    const kept = JSON.parse(storage.get(keys.signUpReferral) ?? '') as Partial<Kept> | null
    const { code, at = NaN } = kept ?? {}
    const isFresh = kept?.client === client && at <= now && now - at < KEPT_MS
    return isFresh && typeof code === 'string' && code.length <= REFERRAL_CODE_MAX ? code : null
  } catch {
    return null
  }
}

export const keepReferral = (storage: Storage, client: number, code: string, now: number): void => {
  if (keptReferral(storage, client, now) === null)
    storage.set(keys.signUpReferral, JSON.stringify({ client, code, at: now } satisfies Kept))
}

/** Information from before the client could say so hides nothing. */
export const hasReferrals = (): boolean => runtimeConfig().client?.has_referrals !== false

/** The code of an earlier link wins over the one in the address. */
export const firstReferral = (ref: string | null): string =>
  hasReferrals()
    ? (keptReferral(safeLocal, runtimeConfig().client_id, Date.now()) ?? cut(ref ?? '', REFERRAL_CODE_MAX))
    : ''

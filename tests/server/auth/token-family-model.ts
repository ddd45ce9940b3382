/**
 * A minimal model of refresh token families as trust 8.2 defines them; refresh.service.ts must behave the same (A7).
 */
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
const GRACE_MS = 30_000
const UNSEEN_GRACE_MS = DAY_MS
const SESSIONS_MAX = 10
const ACCESS_SECONDS = 900 + 30

export interface Family {
  alive: boolean
  /** Refresh tokens by generation, oldest first; what the real server handed out. */
  tokens: string[]
  access: { token: string; gen: number; issuedSecond: number }[]
  rotatedAt: number
  seen: boolean
  idleUntil: number
  readonly absoluteUntil: number
  lastSeen: number
}

export interface Model {
  now: number
  isTenantActive: boolean
  isDisabled: boolean
  passwordVersion: number
  reuses: number
  families: Family[]
}

export const newModel = (now: number): Model => ({
  now,
  isTenantActive: true,
  isDisabled: false,
  passwordVersion: 1,
  reuses: 0,
  families: [],
})

const isUsable = (model: Model, family: Family) =>
  family.alive && !model.isDisabled && model.now < family.idleUntil && model.now < family.absoluteUntil

/** The status of a sign-in; only `loggedIn` adds a family. */
export const loginStatus = (model: Model) => (!model.isTenantActive || model.isDisabled ? 403 : 200)

export const recordLogin = (model: Model, token: string, accessToken: string) => {
  const active = model.families
    .filter((family) => isUsable(model, family))
    .sort((a, b) => b.lastSeen - a.lastSeen)
  for (const family of active.slice(SESSIONS_MAX - 1)) family.alive = false
  model.families.push({
    alive: true,
    tokens: [token],
    access: [{ token: accessToken, gen: 1, issuedSecond: Math.floor(model.now / 1000) }],
    rotatedAt: model.now,
    seen: false,
    idleUntil: model.now + IDLE_MS,
    absoluteUntil: model.now + ABSOLUTE_MS,
    lastSeen: model.now,
  })
}

export type RefreshExpectation = 'inactive' | 'refused' | 'rotated' | 'same successor'

export const refresh = (model: Model, family: Family, index: number): RefreshExpectation => {
  if (!model.isTenantActive) return 'inactive'
  if (!isUsable(model, family)) return 'refused'
  const last = family.tokens.length - 1
  if (index === last) {
    Object.assign(family, {
      rotatedAt: model.now,
      seen: false,
      idleUntil: model.now + IDLE_MS,
      lastSeen: model.now,
    })
    return 'rotated'
  }
  const since = model.now - family.rotatedAt
  if (index === last - 1 && (since < GRACE_MS || (!family.seen && since < UNSEEN_GRACE_MS)))
    return 'same successor'
  family.alive = false
  model.reuses += 1
  return 'refused'
}

export const accessStatus = (model: Model, family: Family, index: number) => {
  const access = family.access[index]
  if (!model.isTenantActive) return 403
  if (!access || !isUsable(model, family)) return 401
  if (Math.floor(model.now / 1000) >= access.issuedSecond + ACCESS_SECONDS) return 401
  if (access.gen === family.tokens.length && !family.seen) {
    family.seen = true
    family.lastSeen = model.now
  }
  return 200
}

/** A token of the last two generations ends the family; an older one has no effect. */
export const logout = (model: Model, family: Family, index: number) => {
  if (!model.isTenantActive) return 403
  if (index >= family.tokens.length - 2) family.alive = false
  return 204
}

export const endOthers = (model: Model, keep: Family | null) => {
  for (const family of model.families) if (family !== keep) family.alive = false
}

/** Who is signed in gets their key from the server, and with it everything back that waited sealed for them. */
import { deviceKey } from '#contract/auth/device-key.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import type { OutboxSource, Waiting } from '#src/core/outbox/outbox.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { onBack, tellBack } from './back.ts'
import { keys as seals } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { canSeal, importKey, type PersonsKeys } from './cipher.ts'
import { withSeal } from './leave.ts'
import { personNow } from './person.ts'
import { places } from './places.ts'
import { openAllOf, type KeptPiece } from './sealing.ts'
import { putKeys, vault } from './vault.ts'

/** A change of keys on the server reaches a device within a week. */
const FRESH_FOR_MS = 7 * 86_400_000

let held: PersonsKeys | null = null

const fetchKeys = async (person: string): Promise<PersonsKeys | null> => {
  const { owner, keys } = await authedCall(deviceKey)
  const imported = await Promise.all(
    keys.map(async ({ version, key }) => ({ version, key: await importKey(key) })),
  )
  const mine: PersonsKeys = { person, owner, keys: imported, at: Date.now() }
  if (personNow() !== person) return null
  await putKeys(mine).catch(() => undefined)
  // Signed out meanwhile: they have no business here.
  if (personNow() === person) return mine
  await vault.dropKeys(person)
  return null
}

/** The keys of who is here: from this tab, this device, or the server; null while it cannot be asked. */
const keysNow = async (): Promise<PersonsKeys | null> => {
  const person = personNow()
  if (person === null || !canSeal()) return null
  if (held?.person !== person) held = (await vault.keys()).find((kept) => kept.person === person) ?? null
  if (held && Date.now() - held.at < FRESH_FOR_MS) return held
  if (isReachable()) held = (await fetchKeys(person).catch(() => null)) ?? held
  return held
}

const versionsMissing = (pieces: readonly KeptPiece[], mine: PersonsKeys) =>
  pieces.some((piece) => !mine.keys.some(({ version }) => version === piece.version))

let untold = 0

const open = async (): Promise<void> => {
  if (!(await vault.any())) return safeLocal.remove(seals.sealed)
  let mine = await keysNow()
  if (!mine) return
  const pieces = await vault.of(mine.owner)
  if (pieces.length === 0) return
  if (versionsMissing(pieces, mine)) mine = await fetchKeys(mine.person).catch(() => null)
  // Nothing is damaged only because the server cannot be asked for its key: the next connection opens it.
  if (!mine) return
  const keys = mine
  const { opened, damaged } = await withSeal(() => openAllOf({ vault, places }, keys, personNow))
  untold += damaged
  if (opened > 0 || damaged > 0) tellBack()
}

let opening: Promise<void> | null = null
/** Puts back what waited sealed for who is here. */
export const openSealed = (): Promise<void> =>
  (opening ??= open()
    .catch(() => undefined)
    .finally(() => {
      opening = null
    }))

/** A slow server holds nobody up for longer; what comes later is taken in where it belongs. */
const PATIENCE_MS = 2000
export const openSoon = (): Promise<unknown> =>
  Promise.race([openSealed(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])

/** Puts back what waited, and has the keys ready for when this person leaves. Answers how many pieces newly do not open. */
export const settleIn = async (): Promise<number> => {
  await openSealed()
  await keysNow()
  const damaged = untold
  untold = 0
  return damaged
}

/** Pieces that did not open are shown with what waits, until their owner gives them up. */
export const sealedOutbox: OutboxSource = {
  name: 'sealed',
  list: async () => {
    const mine = await keysNow()
    const pieces = mine ? await vault.of(mine.owner) : []
    return pieces
      .filter(({ damaged }) => damaged)
      .map(({ id, at }): Waiting => ({
        id: String(id),
        kind: 'sealed',
        title: null,
        since: at,
        path: null,
        sends: false,
        refused: '',
      }))
  },
  retry: openSealed,
  discard: (id) => vault.remove(Number(id)),
  subscribe: onBack,
}

// Whoever signs out before the key came still gets it.
beforeSignOut(() => keysNow())

import type { BodyOf } from '#contract/endpoint.ts'
import type { Preferences, setPreferences } from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { ownOf } from './notifications.service.ts'
import { recipientOf, setMail, setQuiet, setSwitch, switchesOf } from './preferences.repository.ts'
import type { PushKeys } from './push/push-keys.ts'
import { countDevices } from './push/push.repository.ts'

const preferencesIn = async (db: TenantDb, scope: MemberScope, pushKey: string): Promise<Preferences> => {
  const own = ownOf(scope)
  const person = await recipientOf(db, own)
  if (!person) throw notFound()
  return {
    kinds: await switchesOf(db, own),
    mail: person.mail,
    quiet: person.quiet,
    time_zone: person.time_zone,
    push_key: pushKey,
    push_devices: await countDevices(db, own, scope.clock.now()),
  }
}

/** What the caller wants to be told, and where. */
export const ownPreferences = async (keys: PushKeys, scope: MemberScope): Promise<Preferences> => {
  const { publicKey } = await keys.current()
  return scope.tx((db) => preferencesIn(db, scope, publicKey))
}

export const choosePreferences = async (
  keys: PushKeys,
  scope: MemberScope,
  { kinds = [], mail, quiet }: BodyOf<typeof setPreferences>,
): Promise<Preferences> => {
  const { publicKey } = await keys.current()
  return scope.tx(async (db) => {
    const own = ownOf(scope)
    for (const change of kinds) await setSwitch(db, own, change)
    if (mail !== undefined) await setMail(db, own, mail, scope.clock.now())
    if (quiet !== undefined) await setQuiet(db, own, quiet)
    return preferencesIn(db, scope, publicKey)
  })
}

import type { BodyOf } from '#contract/endpoint.ts'
import type { Preferences, setPreferences } from '#contract/notifications/notifications.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { kindsOf } from './enabled-kinds.ts'
import { userOf } from './notifications.service.ts'
import { recipientOf, setMail, setQuiet, setSwitch, switchesOf } from './preferences.repository.ts'
import type { PushKeys } from './push/push-keys.ts'
import { countDevices } from './push/push.repository.ts'

const readPreferencesIn = async (db: TenantDb, scope: MemberScope, pushKey: string): Promise<Preferences> => {
  const user = userOf(scope)
  const shown = kindsOf(scope.tenant)
  const person = await recipientOf(db, user)
  if (!person) throw notFound()
  return {
    kinds: (await switchesOf(db, user)).filter(({ kind }) => shown.includes(kind)),
    mail: person.mail,
    quiet: person.quiet,
    time_zone: person.time_zone,
    push_key: pushKey,
    push_devices: await countDevices(db, user, scope.clock.now()),
  }
}

/** The caller's notification settings. */
export const readPreferences = async (keys: PushKeys, scope: MemberScope): Promise<Preferences> => {
  const { publicKey } = await keys.current()
  return scope.tx((db) => readPreferencesIn(db, scope, publicKey))
}

export const changePreferences = async (
  keys: PushKeys,
  scope: MemberScope,
  { kinds = [], mail, quiet }: BodyOf<typeof setPreferences>,
): Promise<Preferences> => {
  const { publicKey } = await keys.current()
  return scope.tx(async (db) => {
    const user = userOf(scope)
    for (const change of kinds) await setSwitch(db, user, change)
    if (mail !== undefined) await setMail(db, user, mail, scope.clock.now())
    if (quiet !== undefined) await setQuiet(db, user, quiet)
    return readPreferencesIn(db, scope, publicKey)
  })
}

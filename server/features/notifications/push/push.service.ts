import { directionOf } from '#contract/languages.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { subscribePush } from '#contract/notifications/notifications.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { stateOf } from '../notifications.repository.ts'
import { userOf } from '../notifications.service.ts'
import { recipientOf } from '../preferences.repository.ts'
import type { SendPush } from './push-sender.ts'
import * as rows from './push.repository.ts'
import { testText } from '../texts.ts'

/** Registers this browser for pushes as long as the session lasts. */
export const subscribe = async (
  isAllowed: (endpoint: string) => boolean,
  scope: MemberScope,
  { endpoint, keys }: BodyOf<typeof subscribePush>,
): Promise<{ push_devices: number }> => {
  if (!isAllowed(endpoint))
    throw invalidField('endpoint', fieldIssue('invalid'), 'This is not the address of a known push service.')
  return scope.tx(async (db) => {
    const user = userOf(scope)
    const at = scope.clock.now()
    await rows.addDevice(db, user, { endpoint, ...keys, sessionId: scope.actor.sessionId, at })
    return { push_devices: await rows.countDevices(db, user, at) }
  })
}

export const unsubscribe = (scope: MemberScope, endpoint: string): Promise<undefined> =>
  scope.tx(async (db) => {
    await rows.removeDeviceOf(db, userOf(scope), endpoint)
    return undefined
  })

/** Sends a test push immediately, regardless of quiet hours. */
export const sendTestPush = async (send: SendPush, scope: MemberScope): Promise<{ sent: number }> => {
  const user = userOf(scope)
  const { person, devices, unread } = await scope.tx(async (db) => ({
    person: await recipientOf(db, user),
    devices: await rows.devicesOf(db, user, scope.clock.now()),
    unread: (await stateOf(db, user)).unread,
  }))
  if (!person) return { sent: 0 }
  const message = {
    ...testText(person.language),
    link: '/user-profile',
    tag: `${user.clientId}-test`,
    lang: person.language,
    dir: directionOf(person.language),
    ...user,
    unread,
  }
  const results = await Promise.all(
    devices.map(async (device) => ({ device, result: await send(device, message, 'high') })),
  )
  const gone = results.filter(({ result }) => result === 'gone')
  if (gone.length > 0)
    await scope.tx(async (db) => {
      for (const { device } of gone) await rows.removeDevice(db, user.clientId, device.id)
    })
  return { sent: results.filter(({ result }) => result === 'sent').length }
}

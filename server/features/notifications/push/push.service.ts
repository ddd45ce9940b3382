import type { BodyOf } from '#contract/endpoint.ts'
import type { subscribePush } from '#contract/notifications/notifications.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { stateOf } from '../notifications.repository.ts'
import { ownOf } from '../notifications.service.ts'
import { recipientOf } from '../preferences.repository.ts'
import type { SendPush } from './push-sender.ts'
import * as rows from './push.repository.ts'
import { directionOf, testWords } from '../texts.ts'

/** From now on this browser is pushed to, for as long as the session lasts. */
export const subscribe = async (
  allowed: (endpoint: string) => boolean,
  scope: MemberScope,
  { endpoint, keys }: BodyOf<typeof subscribePush>,
): Promise<{ push_devices: number }> => {
  if (!allowed(endpoint))
    throw invalidField('endpoint', fieldIssue('invalid'), 'This is no address of a known push service.')
  return scope.tx(async (db) => {
    const own = ownOf(scope)
    const at = scope.clock.now()
    await rows.addDevice(db, own, { endpoint, ...keys, sessionId: scope.actor.sessionId, at })
    return { push_devices: await rows.countDevices(db, own, at) }
  })
}

export const unsubscribe = (scope: MemberScope, endpoint: string): Promise<undefined> =>
  scope.tx(async (db) => {
    await rows.forgetOwnDevice(db, ownOf(scope), endpoint)
    return undefined
  })

/** A trial on purpose: at once, whatever the hour. */
export const pushTest = async (send: SendPush, scope: MemberScope): Promise<{ sent: number }> => {
  const own = ownOf(scope)
  const { person, devices, unread } = await scope.tx(async (db) => ({
    person: await recipientOf(db, own),
    devices: await rows.devicesOf(db, own, scope.clock.now()),
    unread: (await stateOf(db, own)).unread,
  }))
  if (!person) return { sent: 0 }
  const message = {
    ...testWords(person.language),
    link: '/user-profile',
    tag: `${own.clientId}-test`,
    lang: person.language,
    dir: directionOf(person.language),
    ...own,
    unread,
  }
  const results = await Promise.all(
    devices.map(async (device) => ({ device, result: await send(device, message, 'high') })),
  )
  const gone = results.filter(({ result }) => result === 'gone')
  if (gone.length > 0)
    await scope.tx(async (db) => {
      for (const { device } of gone) await rows.forgetDevice(db, own.clientId, device.id)
    })
  return { sent: results.filter(({ result }) => result === 'sent').length }
}

import { PUSHES_PER_DAY } from '#contract/notifications/notifications.ts'
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { stateOf } from '../notifications.repository.ts'
import { recipientOf, type Recipient } from '../preferences.repository.ts'
import type { PushMessage, SendPush } from './push-sender.ts'
import * as rows from './push.repository.ts'
import { quietUntil } from '../quiet-hours.ts'
import { directionOf, wordsFor } from '../texts.ts'

const LOOK_EVERY_MS = 20_000
const FIRST_LOOK_MS = 8_000
/** What is told at once is pushed at once, a few at a time. */
const WAKE_AFTER_MS = 300
const AT_ONCE = 50
/** Longer than all sending of one look: an expired lease means that the process died with it in hand. */
const LEASE_MS = 5 * 60_000
/** Waits after the first, second … failed attempt; given up after the last. */
const RETRY_AFTER_MS = [30_000, 300_000, 1_800_000] as const
/** More than any day on any clock. */
const DAY_MS = 26 * 3_600_000

interface Decided {
  message: PushMessage
  devices: rows.Device[]
}

export interface PushJob extends RepeatingJob<{ pushed: number }> {
  /** One look at one tenant. */
  readonly lookAt: (clientId: number) => Promise<number>
}

/** Sends what is due: after quiet hours, at most so many a day, never what was read meanwhile. */
export const createPushJob = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'changes'>,
  send: SendPush,
): PushJob => {
  const { db, clock, log } = core

  /** Counts the push before it is sent, so that two processes together stay within the day's number. */
  const decide = (clientId: number, due: rows.DuePush, now: Date): Promise<Decided | null> =>
    db.withTenant(clientId, async (tx) => {
      const own = { clientId, userId: due.user_id }
      const drop = () => rows.settlePush(tx, clientId, due.id, { pushAt: null, pushedAt: null })
      await rows.lockPerson(tx, own)
      const person = await recipientOf(tx, own)
      const devices = person ? await rows.devicesOf(tx, own, now) : []
      if (!person || devices.length === 0) return drop().then(() => null)
      const until = quietUntil(person.quiet, person.time_zone, now)
      if (until) {
        await rows.settlePush(tx, clientId, due.id, { pushAt: until, pushedAt: null, fresh: true })
        return null
      }
      const lately = await rows.pushedSince(tx, own, new Date(now.getTime() - DAY_MS))
      const today = dayIn(person.time_zone, now)
      if (lately.filter((at) => dayIn(person.time_zone, at) === today).length >= PUSHES_PER_DAY)
        return drop().then(() => null)
      // The lease goes on until the services have answered.
      await rows.settlePush(tx, clientId, due.id, {
        pushAt: new Date(now.getTime() + LEASE_MS),
        pushedAt: now,
      })
      const { unread } = await stateOf(tx, own)
      return { devices, message: messageFor(clientId, person, due, unread) }
    })

  const deliver = async (clientId: number, due: rows.DuePush): Promise<boolean> => {
    const now = clock.now()
    const decided = await decide(clientId, due, now)
    if (!decided) return false
    const results = await Promise.all(
      decided.devices.map(async (device) => ({
        device,
        result: await send(device, decided.message, 'normal').catch(() => 'later' as const),
      })),
    )
    const sent = results.some(({ result }) => result === 'sent')
    const wait = results.some(({ result }) => result === 'later')
      ? RETRY_AFTER_MS[due.push_tries - 1]
      : undefined
    const again = !sent && wait !== undefined
    await db.withTenant(clientId, async (tx) => {
      for (const { device, result } of results)
        if (result === 'gone') await rows.forgetDevice(tx, clientId, device.id)
      await rows.settlePush(tx, clientId, due.id, {
        pushAt: again ? new Date(now.getTime() + wait) : null,
        pushedAt: sent ? now : null,
      })
    })
    if (!sent) log.info({ clientId, notification: due.id, again }, 'a push was not taken')
    return sent
  }

  const lookAt = async (clientId: number): Promise<number> => {
    let pushed = 0
    for (;;) {
      const due = await db.withTenant(clientId, (tx) =>
        rows.claimPushes(tx, clientId, { now: clock.now(), leaseMs: LEASE_MS, limit: AT_ONCE }),
      )
      for (const each of due) if (await deliver(clientId, each)) pushed += 1
      if (due.length < AT_ONCE) return pushed
    }
  }

  const job = createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'notifications were not pushed',
    look: async (tenants) => {
      let pushed = 0
      for await (const clientId of tenants()) pushed += await lookAt(clientId)
      return { pushed }
    },
  })

  let awake = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const waiting = new Set<number>()
  const wake = () => {
    timer = undefined
    const clients = [...waiting]
    waiting.clear()
    running = running
      .then(async () => {
        for (const clientId of clients) await lookAt(clientId)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'notifications were not pushed at once'))
  }
  core.changes.subscribe((change) => {
    if (!awake || change?.kind !== 'notifications' || change.told.every(([, id]) => id === 0)) return
    waiting.add(change.clientId)
    timer ??= setTimeout(wake, WAKE_AFTER_MS).unref()
  })

  return {
    look: job.look,
    lookAt,
    start: () => {
      awake = true
      job.start()
    },
    stop: async () => {
      awake = false
      clearTimeout(timer)
      await Promise.all([running, job.stop()])
    },
  }
}

const messageFor = (
  clientId: number,
  person: Recipient,
  due: Pick<rows.DuePush, 'id' | 'user_id' | 'kind' | 'params' | 'link'>,
  unread: number,
): PushMessage => ({
  ...wordsFor(person.language, due),
  link: due.link,
  tag: `${clientId}-${due.id}`,
  lang: person.language,
  dir: directionOf(person.language),
  clientId,
  userId: due.user_id,
  unread,
})

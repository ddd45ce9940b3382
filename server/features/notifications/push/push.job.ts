import { directionOf } from '#contract/languages.ts'
import { PUSHES_PER_DAY } from '#contract/notifications/notifications.ts'
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { stateOf } from '../notifications.repository.ts'
import { recipientOf, type Recipient } from '../preferences.repository.ts'
import type { PushMessage, SendPush } from './push-sender.ts'
import * as rows from './push.repository.ts'
import { quietUntil } from '../quiet-hours.ts'
import { notificationText } from '../texts.ts'

const RUN_INTERVAL_MS = 20_000
const FIRST_RUN_MS = 8_000
/** New notifications are pushed soon after their commit, batched over this time. */
const BATCH_DELAY_MS = 300
const BATCH_SIZE = 50
/** Longer than one run takes: an expired lease means that the process died. */
const LEASE_MS = 5 * 60_000
/** Delays after the first, second, … failed attempt; after the last it gives up. */
const RETRY_AFTER_MS = [30_000, 300_000, 1_800_000] as const
/** More than any day on any clock. */
const DAY_MS = 26 * 3_600_000

interface PreparedPush {
  message: PushMessage
  devices: rows.Device[]
}

export interface PushJob extends RepeatingJob<{ pushed: number }> {
  /** Pushes for one tenant. */
  readonly runFor: (clientId: number) => Promise<number>
}

/** Sends due pushes: after quiet hours, up to a daily maximum, and only unread ones. */
export const createPushJob = (
  core: Pick<Core, 'db' | 'clock' | 'log' | 'changes'>,
  send: SendPush,
): PushJob => {
  const { db, clock, log } = core

  /** Counts the push before it is sent, so that two processes together respect the daily maximum. */
  const prepare = (clientId: number, due: rows.DuePush, now: Date): Promise<PreparedPush | null> =>
    db.withTenant(clientId, async (tx) => {
      const user = { clientId, userId: due.user_id }
      const cancel = () => rows.updatePush(tx, clientId, due.id, { pushAt: null, pushedAt: null })
      await rows.lockPerson(tx, user)
      const person = await recipientOf(tx, user)
      const devices = person ? await rows.devicesOf(tx, user, now) : []
      if (!person || devices.length === 0) return cancel().then(() => null)
      const until = quietUntil(person.quiet, person.time_zone, now)
      if (until) {
        await rows.updatePush(tx, clientId, due.id, { pushAt: until, pushedAt: null, resetTries: true })
        return null
      }
      const recentPushes = await rows.pushedSince(tx, user, new Date(now.getTime() - DAY_MS))
      const today = dayIn(person.time_zone, now)
      if (recentPushes.filter((at) => dayIn(person.time_zone, at) === today).length >= PUSHES_PER_DAY)
        return cancel().then(() => null)
      // Extends the lease until the push services have answered.
      await rows.updatePush(tx, clientId, due.id, {
        pushAt: new Date(now.getTime() + LEASE_MS),
        pushedAt: now,
      })
      const { unread } = await stateOf(tx, user)
      return { devices, message: messageFor(clientId, person, due, unread) }
    })

  const deliver = async (clientId: number, due: rows.DuePush): Promise<boolean> => {
    const now = clock.now()
    const prepared = await prepare(clientId, due, now)
    if (!prepared) return false
    const results = await Promise.all(
      prepared.devices.map(async (device) => ({
        device,
        result: await send(device, prepared.message, 'normal').catch(() => 'later' as const),
      })),
    )
    const isSent = results.some(({ result }) => result === 'sent')
    const retryDelay = results.some(({ result }) => result === 'later')
      ? RETRY_AFTER_MS[due.push_tries - 1]
      : undefined
    const isRetried = !isSent && retryDelay !== undefined
    await db.withTenant(clientId, async (tx) => {
      for (const { device, result } of results)
        if (result === 'gone') await rows.removeDevice(tx, clientId, device.id)
      await rows.updatePush(tx, clientId, due.id, {
        pushAt: isRetried ? new Date(now.getTime() + retryDelay) : null,
        pushedAt: isSent ? now : null,
      })
    })
    if (!isSent) log.info({ clientId, notification: due.id, again: isRetried }, 'a push was not delivered')
    return isSent
  }

  const lookAt = async (clientId: number): Promise<number> => {
    let pushed = 0
    for (;;) {
      const due = await db.withTenant(clientId, (tx) =>
        rows.claimPushes(tx, clientId, { now: clock.now(), leaseMs: LEASE_MS, limit: BATCH_SIZE }),
      )
      for (const each of due) if (await deliver(clientId, each)) pushed += 1
      if (due.length < BATCH_SIZE) return pushed
    }
  }

  const job = createRepeatingJob(core, {
    name: 'push',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_INTERVAL_MS,
    failure: 'notifications were not pushed',
    look: async (tenants) => {
      let pushed = 0
      for await (const clientId of tenants()) pushed += await lookAt(clientId)
      return { pushed }
    },
  })

  let isStarted = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const pendingClients = new Set<number>()
  const runPending = () => {
    timer = undefined
    const clients = [...pendingClients]
    pendingClients.clear()
    running = running
      .then(async () => {
        for (const clientId of clients) await lookAt(clientId)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'immediate pushes failed'))
  }
  core.changes.subscribe((change) => {
    if (!isStarted || change?.kind !== 'notifications' || change.told.every(([, id]) => id === 0)) return
    pendingClients.add(change.clientId)
    timer ??= setTimeout(runPending, BATCH_DELAY_MS).unref()
  })

  return {
    state: job.state,
    runNow: job.runNow,
    look: job.look,
    runFor: lookAt,
    start: () => {
      isStarted = true
      job.start()
    },
    stop: async () => {
      isStarted = false
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
  ...notificationText(person.language, due),
  link: due.link,
  tag: `${clientId}-${due.id}`,
  lang: person.language,
  dir: directionOf(person.language),
  clientId,
  userId: due.user_id,
  unread,
})

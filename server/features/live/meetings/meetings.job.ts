/**
 * Asks the meeting services: who is in the rooms, and whether recordings are done. Notes for every recorded session that
 * is over that its recording is on the way. Calls to services happen outside of transactions.
 */
import { HEARTBEAT_GAP_MS } from '#contract/live/live.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { createOutgoing, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import { providerFor } from '../admin/providers.service.ts'
import { announceSession } from '../announce.ts'
import { ProviderError, type LiveProvider, type ProviderRecording } from '../providers/provider.ts'
import {
  expectRecordings,
  extendInRoom,
  meetingsUnderWay,
  recordingsToFetch,
  saveFetched,
  type FetchedRecording,
  type Meeting,
} from './meetings.repository.ts'

const MINUTE_MS = 60_000
const EVERY_MS = MINUTE_MS
const FIRST_MS = 15_000
const ASK_EVERY_MS = 5 * MINUTE_MS
/** A service that has nothing a day after the class will have nothing. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS

type JobCore = Pick<Core, 'db' | 'log' | 'clock' | 'changes' | 'vault' | 'audit' | 'config'>

/** The answer of the service; undefined while it does not answer. */
const ask = async <T>(
  { log }: JobCore,
  clientId: number,
  question: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, clientId }, 'a meeting service did not answer')
    return undefined
  }
}

const noteAttendance = async (
  core: JobCore,
  clientId: number,
  service: LiveProvider,
  { id, session }: Meeting,
): Promise<void> => {
  const attendees = await ask(core, clientId, () => service.attendance(session))
  if (!attendees) return
  const userIds = attendees.map(({ userId }) => userId)
  await core.db.withTenant(clientId, (db) =>
    extendInRoom(db, { sessionId: id, userIds, at: core.clock.now(), gapMs: HEARTBEAT_GAP_MS }),
  )
}

/** The first one: a meeting that was recorded in parts starts with it. */
const toFetched = (recordings: readonly ProviderRecording[]): FetchedRecording | null => {
  const [recording] = recordings
  return recording ? { sources: recording.sources, seconds: Math.max(1, recording.lengthSeconds) } : null
}

const fetchRecording = async (
  core: JobCore,
  clientId: number,
  service: LiveProvider,
  { id, session, overAt }: Meeting & { overAt: Date },
): Promise<void> => {
  const recordings = await ask(core, clientId, () => service.recordings(session))
  const fetched = toFetched(recordings ?? [])
  const now = core.clock.now()
  if (!fetched && now.getTime() - overAt.getTime() < GIVE_UP_MS) return
  await core.db.withTenant(clientId, async (db) => {
    if (await saveFetched(db, { sessionId: id, fetched, now }))
      await announceSession(core.changes, db, { clientId, sessionId: id })
  })
}

const visit = async (core: JobCore, outgoing: Outgoing, clientId: number): Promise<void> => {
  const now = core.clock.now()
  const found = await core.db.withTenant(clientId, async (db) => {
    for (const sessionId of await expectRecordings(db, now))
      await announceSession(core.changes, db, { clientId, sessionId })
    const service = await providerFor({ core, outgoing }, db, clientId, 'bigbluebutton')
    const checkedBefore = new Date(now.getTime() - ASK_EVERY_MS)
    return {
      service,
      meetings: service ? await meetingsUnderWay(db, now) : [],
      recordings: service ? await recordingsToFetch(db, { now, checkedBefore }) : [],
    }
  })
  if (!found.service) return
  for (const meeting of found.meetings) await noteAttendance(core, clientId, found.service, meeting)
  for (const meeting of found.recordings) await fetchRecording(core, clientId, found.service, meeting)
}

export const createMeetingsJob = (
  core: JobCore,
  outgoing: Outgoing = createOutgoing(internetOf(core.config)),
): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'meetings',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'meeting services were not asked',
    look: async (tenants) => {
      for await (const clientId of tenants()) await visit(core, outgoing, clientId)
    },
  })

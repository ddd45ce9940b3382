import type { BodyOf } from '#contract/endpoint.ts'
import { HEARTBEAT_GAP_MS, type JoinRefusal, type JoinResult, type joinSession } from '#contract/live/live.ts'
import { isJoinable } from '#contract/live/session-state.ts'
import type { LiveProvider } from '#contract/live/shapes.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { announceJoin } from '../announce.ts'
import { presenceMinutes } from '../presence.repository.ts'
import { stateOf } from '../session.mapper.ts'
import { extendPresence, hasJoined, hasPlace, recordJoin } from './join.repository.ts'
import { invitedSession, type InvitedRow } from './schedule.repository.ts'

/** A meeting and who enters it. */
export interface Entry {
  readonly provider: LiveProvider
  readonly room: string
  readonly title: string
  readonly meetingLink: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly isRecorded: boolean
  readonly isHost: boolean
  /** Joins with camera and name hidden. */
  readonly isHidden: boolean
}
/** The address at which the caller enters; null if the meeting cannot be reached. May ask another server. */
export type MeetingLink = (scope: MemberScope, entry: Entry) => Promise<string | null>

type JoinBody = BodyOf<typeof joinSession>

const refused = (reason: JoinRefusal): JoinResult => ({ outcome: 'refused', reason })

/** Why the caller cannot join at this moment; null if they can. */
const refusalOf = (session: InvitedRow, { consent }: JoinBody, now: Date): JoinRefusal | null => {
  const state = stateOf(session, now)
  if (state === 'scheduled') return 'too_early'
  if (state === 'ended' || state === 'cancelled') return state
  if (session.is_host || session.consent_rule === 'none') return null
  const isAnswered = session.consent_rule === 'hidden' ? consent !== null : consent === 'agreed'
  return isAnswered ? null : 'consent_needed'
}

const entryOf = (session: InvitedRow, consent: JoinBody['consent']): Entry => ({
  provider: session.provider,
  room: session.room_id,
  title: session.title,
  meetingLink: session.meeting_url,
  startsAt: session.starts_at,
  endsAt: session.ends_at,
  isRecorded: session.consent_rule !== 'none',
  isHost: session.is_host,
  isHidden: consent === 'hidden',
})

/** The link is asked for outside of a transaction: a provider may be slow. */
export const join = async (
  { meetingLink, changes }: { meetingLink: MeetingLink; changes: ChangeFeed },
  scope: MemberScope,
  sessionId: number,
  body: JoinBody,
): Promise<JoinResult> => {
  const person = { sessionId, userId: scope.actor.userId }
  const session = await scope.tx((db) => invitedSession(db, person))
  if (!session) throw notFound()
  const refusal = refusalOf(session, body, scope.clock.now())
  if (refusal) return refused(refusal)
  const url = await meetingLink(scope, entryOf(session, body.consent))
  if (url === null) return refused('unavailable')
  return scope.tx(async (db): Promise<JoinResult> => {
    const at = scope.clock.now()
    const { capacity } = session
    if (capacity !== null && !session.is_host && !(await hasPlace(db, person, capacity)))
      return refused('full')
    const consent = session.consent_rule === 'none' ? null : body.consent
    await recordJoin(db, person, { consent, at })
    await extendPresence(db, person, { page: body.page, at, gapMs: HEARTBEAT_GAP_MS })
    await announceJoin(changes, db, { clientId: scope.tenant.clientId, sessionId })
    return { outcome: 'joined', url }
  })
}

/** A heartbeat counts for who joined, as long as the session can be joined. */
export const beat = (scope: MemberScope, sessionId: number, page: string) =>
  scope.tx(async (db) => {
    const person = { sessionId, userId: scope.actor.userId }
    const session = await invitedSession(db, person)
    if (!session || !(await hasJoined(db, person))) throw notFound()
    const at = scope.clock.now()
    const state = stateOf(session, at)
    // BigBlueButton tells itself who is in the room: a page that is left open would add to that.
    if (isJoinable(state) && session.provider !== 'bigbluebutton')
      await extendPresence(db, person, { page, at, gapMs: HEARTBEAT_GAP_MS })
    const [seen] = await presenceMinutes(db, { sessionIds: [sessionId], userIds: [person.userId] })
    return { state, minutes: seen?.minutes ?? 0 }
  })

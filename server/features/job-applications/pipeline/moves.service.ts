/** Moving applications: each has a result of its own, and the last move can be taken back unseen. */
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ApplicationState } from '#contract/job-applications/applications.ts'
import type { moveApplications, MoveResult } from '#contract/job-applications/pipeline.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { setApplicationState } from '../applying/applications.repository.ts'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { addEvent, lastMove, markUndone } from '../events.repository.ts'
import { titleOf, type JobRow } from '../job-rows.ts'
import { requireHandledJob } from './recruiter.policy.ts'

type Body = BodyOf<typeof moveApplications>
type Move = Body['moves'][number]
interface Found {
  id: number
  user_id: number
  state: ApplicationState
}

/** Learners hear of these; being viewed is no news worth a mail. */
const NEWS: readonly ApplicationState[] = ['shortlisted', 'interview', 'offered', 'rejected']
const newsKey = (eventId: number) => `application_event:${eventId}`

/** In the order of their ids, so that two bulk moves never wait for each other. */
const lockAll = async (
  db: TenantDb,
  clientId: number,
  jobId: number,
  ids: readonly number[],
): Promise<Map<number, Found>> => {
  const { rows } = await sql<Found>`
    select id, user_id, state from job_application
    where client_id = ${clientId} and job_id = ${jobId} and id = any (${[...ids]})
    order by id for update`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Moving {
  context: ApplicationContext
  scope: StaffScope
  job: JobRow
  body: Body
}

const refusal = (found: Found | undefined, { from, to }: Move): MoveResult['result'] | null => {
  if (!found) return 'missing'
  if (found.state === 'withdrawn') return 'withdrawn'
  if (found.state === to) return 'unchanged'
  return found.state === from ? null : 'changed'
}

const moveOne = async (
  { context, scope, job, body }: Moving,
  db: TenantDb,
  found: Found,
  { from, to }: Move,
): Promise<void> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  const actorId = scope.actor.userId
  const { id: applicationId } = found
  await setApplicationState(db, clientId, { id: applicationId, state: to, now })
  const eventId = await addEvent(db, clientId, {
    applicationId,
    kind: 'state',
    from,
    to,
    reason: to === 'rejected' ? body.reason : undefined,
    text: body.message.trim(),
    actorId,
    at: now,
  })
  if (eventId === null || !(NEWS.includes(to) || body.message.trim() !== '')) return
  await context.notifier.notify(db, clientId, {
    kind: 'application_news',
    userIds: [found.user_id],
    params: { title: titleOf(job, languageFor(scope)), company: job.company },
    link: `/jobs/applications/${applicationId}`,
    dedupeKey: newsKey(eventId),
  })
}

/** Takes the last move back, if it is the one that is meant. */
const undoOne = async (
  { context, scope }: Moving,
  db: TenantDb,
  found: Found,
  { to }: Move,
): Promise<boolean> => {
  const { clientId } = scope.tenant
  const last = await lastMove(db, clientId, found.id)
  if (last?.to_state !== found.state || last.from_state !== to) return false
  const now = scope.clock.now()
  await setApplicationState(db, clientId, { id: found.id, state: to, now })
  await markUndone(db, clientId, { eventIds: [last.id], now })
  await context.notifier.withdraw(db, clientId, { dedupeKeys: [newsKey(last.id)], withdrawn: true })
  return true
}

export const moveAll = (
  context: ApplicationContext,
  scope: StaffScope,
  jobId: number,
  body: Body,
): Promise<{ results: MoveResult[] }> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const job = await requireHandledJob(db, scope, jobId)
    const moves = [...new Map(body.moves.map((move) => [move.id, move])).values()]
    const found = await lockAll(
      db,
      clientId,
      jobId,
      moves.map(({ id }) => id),
    )
    const moving = { context, scope, job, body }
    const results: MoveResult[] = []
    for (const move of moves) {
      const row = found.get(move.id)
      const refused = refusal(row, move)
      if (refused !== null || !row) {
        results.push({ id: move.id, result: refused ?? 'missing', state: row?.state ?? null })
        continue
      }
      const isDone = body.undo ? await undoOne(moving, db, row, move) : true
      if (isDone && !body.undo) await moveOne(moving, db, row, move)
      results.push({ id: move.id, result: isDone ? 'moved' : 'changed', state: isDone ? move.to : row.state })
    }
    const moved = results.filter(({ result }) => result === 'moved').length
    if (moved > 0)
      await context.audit.record(
        db,
        staffAudit(scope, {
          action: body.undo ? 'jobs.undo_move' : 'jobs.move',
          object: `job:${jobId}`,
          detail: { moved },
        }),
      )
    return { results }
  })

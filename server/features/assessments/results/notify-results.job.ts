/** Notifies learners about released and corrected results that they have not opened. */
import { sql } from 'kysely'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { titleOf } from '../attempts/attempt.mapper.ts'
import type { AssessmentRow } from '../attempts/attempts.repository.ts'

const RUN_INTERVAL_MS = 10_000
const FIRST_RUN_MS = 5_000
/** After submitting, learners go to the result directly and need no notification. */
const DIRECT_VIEW_MS = 60_000
const BATCH_SIZE = 200
/** Limits one run for a tenant, so that a release to thousands does not occupy the database. */
const BATCHES_PER_RUN = 10

/** The path of an attempt's result in the app. */
export const resultPath = (attemptId: string): string => `/assessments/results/${attemptId}`

/** Records that the learner has seen the newest version of the result. */
export const markResultSeen = async (db: TenantDb, clientId: number, attemptId: string): Promise<void> => {
  await sql`update assessment_attempt set told_version = result_version
    where client_id = ${clientId} and id = ${attemptId} and told_version is distinct from result_version`.execute(
    db,
  )
}

interface PendingResult extends Pick<AssessmentRow, 'language' | 'texts'> {
  id: string
  user_id: number
  version: number
  /** The version the learner saw last; null if none. */
  seen_version: number | null
  /** The learner has finished a later attempt; that one is announced instead. */
  is_superseded: boolean
}

/** Applies the rule of `isReleased` (attempt.mapper.ts) to all pending results. */
const takePendingResults = async (db: TenantDb, clientId: number, now: Date): Promise<PendingResult[]> => {
  const { rows } = await sql<PendingResult>`
    with ready as (
      select a.id, a.told_version from assessment_attempt a
      join assessment s on s.client_id = a.client_id and s.id = a.assessment_id
      left join assessment_release r on r.client_id = a.client_id and r.assessment_id = a.assessment_id
      where a.client_id = ${clientId} and a.state = 'submitted' and a.told_version is distinct from a.result_version
        and (r.released_at is not null
          or (s.release = 'now' and (a.told_version is not null or a.finished_at <= ${new Date(now.getTime() - DIRECT_VIEW_MS)}))
          or (s.release = 'after_end' and s.closes_at <= ${now} and not exists (
            select from assessment_attempt o
            where o.client_id = a.client_id and o.assessment_id = a.assessment_id and o.state = 'open')))
      order by a.finished_at limit ${BATCH_SIZE} for update of a skip locked
    )
    update assessment_attempt a set told_version = a.result_version from ready, assessment s
    where a.client_id = ${clientId} and a.id = ready.id and s.client_id = a.client_id and s.id = a.assessment_id
    returning a.id, a.user_id, a.result_version as version, ready.told_version as seen_version, s.language, s.texts,
      exists (select from assessment_attempt n where n.client_id = a.client_id and n.assessment_id = a.assessment_id
        and n.user_id = a.user_id and n.state = 'submitted' and n.number > a.number) as is_superseded`.execute(
    db,
  )
  return rows
}

export const createResultTelling = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  notify: Notifier['notify'],
): RepeatingJob<number> => {
  const notifyBatch = (clientId: number) =>
    db.withTenant(clientId, async (tx) => {
      const rows = await takePendingResults(tx, clientId, clock.now())
      const announced = rows.filter(
        ({ is_superseded, seen_version }) => seen_version !== null || !is_superseded,
      )
      for (const row of announced)
        await notify(tx, clientId, {
          userIds: [row.user_id],
          ...(row.seen_version === null
            ? { kind: 'result_released', dedupeKey: `result_released:${row.id}` }
            : { kind: 'result_changed', dedupeKey: `result_changed:${row.id}:${row.version}` }),
          params: { title: inLanguage(titleOf(row), row.language, row.language) ?? '' },
          link: resultPath(row.id),
        })
      return { found: rows.length, notified: announced.length }
    })
  return createRepeatingJob(
    { db, log },
    {
      name: 'results',
      firstMs: FIRST_RUN_MS,
      everyMs: RUN_INTERVAL_MS,
      failure: 'learners were not notified of their results',
      look: async (tenants) => {
        let total = 0
        for await (const clientId of tenants())
          for (let round = 0; round < BATCHES_PER_RUN; round += 1) {
            const { found, notified } = await notifyBatch(clientId)
            total += notified
            if (found < BATCH_SIZE) break
          }
        return total
      },
    },
  )
}

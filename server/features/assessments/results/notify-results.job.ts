/** Tells learners of results, and of corrections, that they may see and have not opened. */
import { sql } from 'kysely'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { titleOf } from '../attempts/attempt.mapper.ts'
import type { AssessmentRow } from '../attempts/attempts.repository.ts'

const LOOK_EVERY_MS = 10_000
const FIRST_LOOK_MS = 5_000
/** Who hands in is on the way to the result: that needs no message. */
const SEEN_WITHIN_MS = 60_000
const AT_ONCE = 200
/** A release to thousands leaves the database to others in between. */
const ROUNDS = 10

/** Where the app shows the result of an attempt. */
export const resultPath = (attemptId: string): string => `/assessments/results/${attemptId}`

/** The learner has the newest version of the result before them. */
export const noteSeen = async (db: TenantDb, clientId: number, attemptId: string): Promise<void> => {
  await sql`update assessment_attempt set told_version = result_version
    where client_id = ${clientId} and id = ${attemptId} and told_version is distinct from result_version`.execute(
    db,
  )
}

interface Untold extends Pick<AssessmentRow, 'language' | 'texts'> {
  id: string
  user_id: number
  version: number
  /** What the learner knew before: null is nothing. */
  known: number | null
  /** A later attempt of the same person is over, too: that one is told. */
  outdone: boolean
}

/** As `isReleased` (attempt.mapper.ts) decides it for one, for all that wait. */
const takeUntold = async (db: TenantDb, clientId: number, now: Date): Promise<Untold[]> => {
  const { rows } = await sql<Untold>`
    with ready as (
      select a.id, a.told_version from assessment_attempt a
      join assessment s on s.client_id = a.client_id and s.id = a.assessment_id
      left join assessment_release r on r.client_id = a.client_id and r.assessment_id = a.assessment_id
      where a.client_id = ${clientId} and a.state = 'submitted' and a.told_version is distinct from a.result_version
        and (r.released_at is not null
          or (s.release = 'now' and (a.told_version is not null or a.finished_at <= ${new Date(now.getTime() - SEEN_WITHIN_MS)}))
          or (s.release = 'after_end' and s.closes_at <= ${now} and not exists (
            select from assessment_attempt o
            where o.client_id = a.client_id and o.assessment_id = a.assessment_id and o.state = 'open')))
      order by a.finished_at limit ${AT_ONCE} for update of a skip locked
    )
    update assessment_attempt a set told_version = a.result_version from ready, assessment s
    where a.client_id = ${clientId} and a.id = ready.id and s.client_id = a.client_id and s.id = a.assessment_id
    returning a.id, a.user_id, a.result_version as version, ready.told_version as known, s.language, s.texts,
      exists (select from assessment_attempt n where n.client_id = a.client_id and n.assessment_id = a.assessment_id
        and n.user_id = a.user_id and n.state = 'submitted' and n.number > a.number) as outdone`.execute(db)
  return rows
}

export const createResultTelling = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  notify: Notifier['notify'],
): RepeatingJob<number> => {
  const tellSome = (clientId: number) =>
    db.withTenant(clientId, async (tx) => {
      const rows = await takeUntold(tx, clientId, clock.now())
      const news = rows.filter(({ outdone, known }) => known !== null || !outdone)
      for (const row of news)
        await notify(tx, clientId, {
          userIds: [row.user_id],
          ...(row.known === null
            ? { kind: 'result_released', dedupeKey: `result_released:${row.id}` }
            : { kind: 'result_changed', dedupeKey: `result_changed:${row.id}:${row.version}` }),
          params: { title: inLanguage(titleOf(row), row.language, row.language) ?? '' },
          link: resultPath(row.id),
        })
      return { taken: rows.length, told: news.length }
    })
  return createRepeatingJob(
    { db, log },
    {
      firstMs: FIRST_LOOK_MS,
      everyMs: LOOK_EVERY_MS,
      failure: 'learners were not told of their results',
      look: async (tenants) => {
        let total = 0
        for await (const clientId of tenants())
          for (let round = 0; round < ROUNDS; round += 1) {
            const { taken, told } = await tellSome(clientId)
            total += told
            if (taken < AT_ONCE) break
          }
        return total
      },
    },
  )
}

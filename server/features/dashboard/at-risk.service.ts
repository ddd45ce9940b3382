/** Learners at risk, as the job found them. */
import { sql } from 'kysely'
import { listAtRisk, type RiskLearner, type RiskReason } from '#contract/dashboard/at-risk.ts'
import { pathFor, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { freshness, riskCounts } from './dashboard.repository.ts'
import type { StoredReason } from './dashboard.tables.ts'
import { EVERYBODY, viewerOf } from './viewers.sql.ts'

interface RiskRow {
  id: number
  name: string
  email: string
  picture: string | null
  language: Language
  reasons: StoredReason[]
}

/** Most urgent first. */
const riskRows = async (
  db: TenantDb,
  asked: { viewer: number; reason: RiskReason | undefined; limit: number; offset: number },
): Promise<RiskRow[]> => {
  const { rows } = await sql<RiskRow>`
    select u.id, u.full_name as name, u.email, u.profile_picture as picture, u.language, k.reasons
    from dashboard_risk k join app_user u on u.client_id = k.client_id and u.id = k.user_id
    where k.client_id = current_client_id() and k.viewer_id = ${asked.viewer}
      ${asked.reason === undefined ? sql`` : sql`and ${asked.reason} = any(k.kinds)`}
    order by k.urgency desc, k.user_id limit ${asked.limit} offset ${asked.offset}`.execute(db)
  return rows
}

const titlesOf = async (db: TenantDb, ids: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from course where client_id = current_client_id() and id = any(${ids}::integer[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const named = (
  titles: Map<number, string>,
  { course_id: id, ...reason }: StoredReason,
): RiskLearner['reasons'][number] => ({
  ...reason,
  course: id === null ? null : { id, title: titles.get(id) ?? '' },
})

export const riskLearners = async (
  db: TenantDb,
  asked: Parameters<typeof riskRows>[1],
): Promise<RiskLearner[]> => {
  const rows = await riskRows(db, asked)
  const titles = await titlesOf(
    db,
    rows.flatMap(({ reasons }) => reasons.flatMap(({ course_id: id }) => id ?? [])),
  )
  return rows.map((row) => ({
    ...row,
    email: asked.viewer === EVERYBODY ? row.email : null,
    reasons: row.reasons.map((reason) => named(titles, reason)),
  }))
}

export const atRisk = (
  scope: StaffScope,
  query: QueryOf<typeof listAtRisk>,
): Promise<ResponseInputOf<typeof listAtRisk>> =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    const { page, page_size: size, reason } = query
    const counts = await riskCounts(db, viewer)
    const count = counts.find((each) => each.reason === (reason ?? 'any'))?.learners ?? 0
    const fresh = await freshness(db, viewer)
    return {
      ...pageLinks(pathFor(listAtRisk, { clientId: scope.tenant.clientId }), query, count),
      results: await riskLearners(db, { viewer, reason, limit: size, offset: (page - 1) * size }),
      counted_at: fresh?.counted_at.toISOString() ?? null,
    }
  })

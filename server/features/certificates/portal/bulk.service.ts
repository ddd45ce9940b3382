/** Issues certificates of one course or assessment to many people, after a dry run (CE10). */
import { BULK_MAX, type BulkRow, type Verdict } from '#contract/certificates/portal.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { markReplaced } from '../certificates.repository.ts'
import type { Subject } from '../certificates.tables.ts'
import { criteriaOf, isFulfilled } from '../criteria.ts'
import { readFacts, type FactsRow } from '../facts.repository.ts'
import { issueOne, type IssueContext } from '../issue.service.ts'
import { addName, lockPerson } from '../names.repository.ts'
import { auditOf } from './context.ts'
import { requireSubject } from './rules.service.ts'

interface Current {
  id: number
  user_id: number
  revoked: boolean
  expired: boolean
}

const currentOf = async (
  db: TenantDb,
  { kind, id }: Subject,
  now: Date,
): Promise<ReadonlyMap<number, Current>> => {
  const column = kind === 'course' ? sql.ref('c.course_id') : sql.ref('c.assessment_id')
  const { rows } = await sql<Current>`
    select c.id, c.user_id, c.revoked_at is not null as revoked,
      coalesce(c.expires_on < (${now}::timestamptz at time zone k.time_zone)::date, false) as expired
    from certificate c join client k on k.client_id = c.client_id
    where c.client_id = current_client_id() and c.replaced_at is null and ${column} = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Pure. */
export const verdictOf = (
  isMet: boolean,
  current: Pick<Current, 'revoked' | 'expired'> | undefined,
): Verdict => {
  if (current?.revoked) return 'revoked'
  if (current && !current.expired) return 'has'
  if (!isMet) return 'missing'
  return current ? 'renews' : 'gets'
}

interface Judged {
  readonly facts: FactsRow
  readonly verdict: Verdict
  readonly current: Current | undefined
}

const judge = async (db: TenantDb, scope: AdminScope, subject: Subject): Promise<Judged[]> => {
  await requireSubject(db, scope, subject)
  const now = scope.clock.now()
  const view = { clientId: scope.tenant.clientId, now, language: languageFor(scope) }
  const found = await readFacts(db, view, { subject, limit: BULK_MAX })
  const current = await currentOf(db, subject, now)
  return found.map((facts) => {
    const mine = current.get(facts.user_id)
    return { facts, current: mine, verdict: verdictOf(isFulfilled(criteriaOf(facts)), mine) }
  })
}

const nameOf = (facts: FactsRow) => facts.confirmed_name ?? facts.account_name

const toRow = ({ facts, verdict }: Judged): BulkRow => ({
  person: { id: facts.user_id, name: facts.account_name, email: facts.account_email },
  verdict,
  name: nameOf(facts),
  is_name_confirmed: facts.confirmed_name !== null,
  missing: criteriaOf(facts).flatMap(({ kind, met }) => (met ? [] : [kind])),
})

export const previewBulk = (scope: AdminScope, subject: Subject): Promise<{ rows: BulkRow[] }> =>
  scope.tx(async (db) => ({ rows: (await judge(db, scope, subject)).map(toRow) }))

const issueTo = async (
  context: IssueContext,
  db: TenantDb,
  scope: AdminScope,
  { facts, current }: Judged,
): Promise<boolean> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  const name = nameOf(facts)
  if (current && !(await markReplaced(db, clientId, current.id, now))) return false
  const issued = await issueOne(context, db, clientId, facts, {
    name,
    now,
    by: scope.actor.userId,
    ...(current && { replaces: { id: current.id, for: 'renewed' } }),
  })
  if (issued) await addName(db, clientId, facts.user_id, { name, now })
  return issued !== null
}

/** One transaction a person: what was issued stays when a later one fails. */
export const issueBulk = async (
  context: IssueContext,
  scope: AdminScope,
  subject: Subject,
  userIds: readonly number[],
): Promise<{ issued: number; skipped: number }> => {
  const wanted = new Set(userIds)
  const judged = await scope.tx((db) => judge(db, scope, subject))
  const due = judged.filter(
    ({ facts, verdict }) => wanted.has(facts.user_id) && (verdict === 'gets' || verdict === 'renews'),
  )
  let issued = 0
  for (const each of due) {
    const done = await scope.tx(async (db) => {
      await lockPerson(db, scope.tenant.clientId, each.facts.user_id)
      return issueTo(context, db, scope, each)
    })
    if (done) issued += 1
  }
  await scope.tx((db) =>
    context.audit.record(
      db,
      auditOf(scope, {
        action: 'certificates.bulkIssue',
        object: `${subject.kind}:${subject.id}`,
        detail: { asked: wanted.size, issued },
      }),
    ),
  )
  return { issued, skipped: wanted.size - issued }
}

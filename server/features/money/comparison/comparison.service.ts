/** The comparison with the providers, as admins see it: what was found, a new look, and repairs. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Comparison, Finding } from '#contract/money/comparison.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { ApplyContext } from '../checkout/apply-message.ts'
import * as rows from './comparison.repository.ts'
import { repairBooks } from './repair.ts'
import { compareClient, providersOf, type CompareContext } from './run-comparison.ts'

export type ComparisonContext = CompareContext & {
  readonly core: Pick<Core, 'audit'>
  readonly apply: ApplyContext
}

const shown = (scope: AdminScope, row: rows.ShownFinding): Finding => ({
  id: row.id,
  kind: row.kind,
  provider: row.provider,
  reference: row.ref,
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
  subject: row.programme_title
    ? (inLanguage(row.programme_title, languageFor(scope), scope.tenant.languages[0]) ?? '')
    : row.other_title,
  currency: row.currency,
  theirs_minor: row.theirs_minor,
  ours_minor: row.ours_minor,
  found_at: row.found_at.toISOString(),
  is_unknown: row.checkout_id === null,
})

const pageOf = async (scope: AdminScope, db: TenantDb, isPossible: boolean): Promise<Comparison> => {
  const { clientId } = scope.tenant
  const [latest, ...others] = await rows.comparisons(db, clientId)
  return {
    last: latest
      ? {
          at: latest.compared_at.toISOString(),
          is_complete: [latest, ...others].every(({ is_complete: isComplete }) => isComplete),
        }
      : null,
    is_possible: isPossible,
    findings: (await rows.openFindings(db, clientId)).map((row) => shown(scope, row)),
  }
}

export const comparison = async (context: ComparisonContext, scope: AdminScope): Promise<Comparison> => {
  const isPossible = (await providersOf(context, scope.tenant.clientId)).length > 0
  return scope.tx((db) => pageOf(scope, db, isPossible))
}

export const compareNow = async (context: ComparisonContext, scope: AdminScope): Promise<Comparison> => {
  await compareClient(context, scope.tenant.clientId)
  return comparison(context, scope)
}

/** A repeat finds the difference settled, and changes nothing. */
export const repairFinding = async (
  context: ComparisonContext,
  scope: AdminScope,
  findingId: number,
): Promise<Comparison> => {
  const { clientId } = scope.tenant
  await scope.tx(async (db) => {
    const finding = await rows.lockFinding(db, clientId, findingId)
    if (!finding) throw notFound()
    if (finding.state !== 'open') return
    const at = scope.clock.now()
    await repairBooks(context.apply, db, finding, at)
    await rows.settleFinding(db, finding, { state: 'repaired', at, by: scope.actor.userId })
    await context.core.audit.record(db, {
      action: 'money.repair',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `payment_finding:${findingId}`,
      detail: { kind: finding.kind, theirs_minor: finding.theirs_minor, ours_minor: finding.ours_minor },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
  })
  return comparison(context, scope)
}

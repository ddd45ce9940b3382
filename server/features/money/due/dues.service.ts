/** What is due of programmes, for admins. Every sum has its rows. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { dueSpans, listDues, type Dues } from '#contract/money/dues.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { zoneOf } from '../payments.repository.ts'
import * as rows from './dues.repository.ts'

const todayOf = async (scope: AdminScope, db: TenantDb): Promise<string> =>
  dayIn(await zoneOf(db, scope.tenant.clientId), scope.clock.now())

export const dues = (scope: AdminScope): Promise<Dues> =>
  scope.tx(async (db) => {
    const today = await todayOf(scope, db)
    const sums = await rows.dueSums(db, scope.tenant.clientId, today)
    const groups = Map.groupBy(sums, ({ currency }) => currency)
    return {
      today,
      currencies: [...groups].map(([currency, found]) => ({
        currency,
        spans: dueSpans.map((span) => {
          const { open_minor = 0, parts = 0 } = found.find((each) => each.span === span) ?? {}
          return { span, open_minor, parts }
        }),
      })),
    }
  })

export const dueParts = (
  scope: AdminScope,
  query: QueryOf<typeof listDues>,
): Promise<ResponseOf<typeof listDues>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: size, span, currency } = query
    const today = await todayOf(scope, db)
    const sums = await rows.dueSums(db, clientId, today)
    const count = sums
      .filter((sum) => sum.span === span && (currency === undefined || sum.currency === currency))
      .reduce((all, { parts }) => all + parts, 0)
    const offset = (page - 1) * size
    const found = await rows.dueRows(db, clientId, { span, currency, today }, { limit: size, offset })
    return {
      ...pageLinks(pathFor(listDues, { clientId }), query, count),
      results: found.map((row) => ({
        order_id: row.order_id,
        position: row.position,
        person: { id: row.person_id, name: row.person_name, email: row.person_email },
        programme: inLanguage(row.programme_title, languageFor(scope), 'en') ?? '',
        due_on: row.due_on,
        open_minor: row.open_minor,
        currency: row.currency,
      })),
    }
  })

/** What people bought of programmes, for admins. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import {
  listProgrammeOrders,
  type ProgrammeOrder,
  type ProgrammeOrderPage,
} from '#contract/money/admin-programmes.ts'
import type { Language } from '#contract/languages.ts'
import { dayIn } from '#server/core/days.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { zoneOf } from '../payments.repository.ts'
import * as rows from './orders.repository.ts'

const standingOf = (
  { state, next_due_on: dueOn }: rows.ListedOrder,
  today: string,
): ProgrammeOrder['standing'] => {
  if (state === 'ended') return 'ended'
  if (dueOn === null) return 'paid'
  return dueOn < today ? 'late' : 'running'
}

const toOrder = (row: rows.ListedOrder, language: Language, today: string): ProgrammeOrder => ({
  id: row.id,
  person: { id: row.person_id, name: row.person_name, email: row.person_email },
  programme: { slug: row.programme, title: inLanguage(row.title, language, 'en') ?? '' },
  plan: row.plan,
  standing: standingOf(row, today),
  booked_at: row.booked_at.toISOString(),
  currency: row.currency,
  owed_minor: row.owed_minor,
  paid_minor: row.paid_minor,
  open_minor: row.open_minor,
  next_due_on: row.next_due_on,
})

export const programmeOrders = (
  scope: AdminScope,
  query: QueryOf<typeof listProgrammeOrders>,
): Promise<ProgrammeOrderPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: size, ...filters } = query
    const today = dayIn(await zoneOf(db, clientId), scope.clock.now())
    const count = await rows.countOrders(db, clientId, today, filters)
    const range = { limit: size, offset: (page - 1) * size }
    const found = await rows.listedOrders(db, clientId, today, filters, range)
    return {
      ...pageLinks(pathFor(listProgrammeOrders, { clientId }), query, count),
      results: found.map((row) => toOrder(row, languageFor(scope), today)),
    }
  })

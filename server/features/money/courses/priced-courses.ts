/** Courses to choose from, for admins. */
import { sql } from 'kysely'
import type { listPricedCourses } from '#contract/money/priced-courses.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { AdminScope } from '#server/core/http/scope.ts'

export const pricedCourses = (scope: AdminScope): Promise<ResponseOf<typeof listPricedCourses>> =>
  scope.tx(async (db) => {
    const { rows } = await sql<{ id: number; title: string; has_price: boolean }>`
      select c.id, c.title, c.price = 'premium' and coalesce(o.price_minor > 0, false) as has_price
      from course c
      left join course_offer o on o.client_id = c.client_id and o.course_id = c.id
      where c.client_id = ${scope.tenant.clientId} and c.status = 'published'
      order by lower(c.title), c.id`.execute(db)
    return { results: rows }
  })

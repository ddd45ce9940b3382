import { sql } from 'kysely'
import type { findLearners, LiveOptions } from '#contract/live/admin/sessions.ts'
import type { ClientConsentRule, LiveProvider } from '#contract/live/shapes.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { managerOf } from './manager.ts'
import { searchPattern } from './sessions.service.ts'

const LEARNERS_MAX = 20

interface OptionRow {
  courses: LiveOptions['courses']
  hosts: LiveOptions['hosts']
  providers: LiveProvider[]
  consent_rule: ClientConsentRule | null
  time_zone: string
}

/** Courses that the caller teaches (all for an admin), staff who can host with the caller first, meeting services. */
export const options = (scope: StaffScope): Promise<LiveOptions> =>
  scope.tx(async (db) => {
    const { clientId, userId, everywhere } = managerOf(scope)
    const { rows } = await sql<OptionRow>`
      select
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'sections',
            coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'title', x.title) order by x.position, x.id)
              from course_section x where x.client_id = c.client_id and x.course_id = c.id), '[]'))
            order by c.position, c.id)
          from course c where c.client_id = ${clientId} and (${everywhere}::boolean or exists (
            select from course_instructor ci where ci.client_id = c.client_id and ci.course_id = c.id
              and ci.user_id = ${userId}))), '[]') as courses,
        coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name)
            order by u.id <> ${userId}, u.full_name, u.id)
          from app_user u where u.client_id = ${clientId} and u.role <> 'student' and u.disabled_at is null), '[]')
          as hosts,
        coalesce((select jsonb_agg(p.provider order by p.provider) from live_provider p
          where p.client_id = ${clientId}), '[]') as providers,
        (select x.consent_rule from live_setting x where x.client_id = ${clientId}) as consent_rule,
        (select time_zone from app_user u where u.client_id = ${clientId} and u.id = ${userId}) as time_zone`.execute(
      db,
    )
    const [row] = rows
    if (!row) throw new Error('one row of options')
    return { ...row, providers: ['link', ...row.providers] }
  })

export const learners = (
  scope: StaffScope,
  { search }: QueryOf<typeof findLearners>,
): Promise<ResponseOf<typeof findLearners>> =>
  scope.tx(async (db) => {
    const { clientId, userId, everywhere } = managerOf(scope)
    const pattern = searchPattern(search) ?? '%'
    const { rows } = await sql<{ id: number; name: string }>`
      select u.id, u.full_name as name from app_user u
      where u.client_id = ${clientId} and u.role = 'student' and u.disabled_at is null
        and (u.full_name ilike ${pattern} or (${everywhere}::boolean and u.email ilike ${pattern}))
        and (${everywhere}::boolean or exists (select from enrolment e
          join course_instructor ci on ci.client_id = e.client_id and ci.course_id = e.course_id
          where e.client_id = u.client_id and e.user_id = u.id and e.left_at is null and ci.user_id = ${userId}))
      order by u.full_name, u.id limit ${LEARNERS_MAX}`.execute(db)
    return { results: rows }
  })

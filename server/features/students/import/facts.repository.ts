/** What the accounts and courses say about the people of a batch. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { textKey } from '../text-key.ts'
import type { Account, CourseFact, GroupFact } from './plan.ts'

/** In the order of their ids when they are locked, so that two imports lock people in one order. */
export const accountsOf = async (
  db: TenantDb,
  keys: readonly string[],
  lock: boolean,
): Promise<Map<string, Account>> => {
  const people = await sql<Omit<Account, 'courses' | 'groups'>>`
    select u.id, u.email_key, u.full_name as name, u.phone_number as phone, u.language, u.role,
      u.disabled_at is not null as is_disabled
    from app_user u where u.client_id = current_client_id() and u.email_key = any(${[...keys]}::text[])
    order by u.id ${lock ? sql`for no key update` : sql``}`.execute(db)
  const ids = people.rows.map(({ id }) => id)
  const enrolled = await sql<{ user_id: number; courses: number[] }>`
    select e.user_id, array_agg(e.course_id) as courses from enrolment e
    where e.client_id = current_client_id() and e.user_id = any(${ids}) and e.left_at is null
    group by e.user_id`.execute(db)
  const members = await sql<{ user_id: number; groups: number[] }>`
    select m.user_id, array_agg(m.group_id) as groups from student_group_member m
    where m.client_id = current_client_id() and m.user_id = any(${ids}) group by m.user_id`.execute(db)
  const groupsOf = new Map(members.rows.map(({ user_id: id, groups }) => [id, groups]))
  const coursesOf = new Map(enrolled.rows.map(({ user_id: id, courses }) => [id, courses]))
  return new Map(
    people.rows.map((person) => [
      person.email_key,
      { ...person, courses: coursesOf.get(person.id) ?? [], groups: groupsOf.get(person.id) ?? [] },
    ]),
  )
}

/** Published courses by their title, and by `#id`. */
export const courseFacts = async (db: TenantDb, now: Date): Promise<Map<string, CourseFact[]>> => {
  const { rows } = await sql<CourseFact>`
    select c.id, c.title, c.price = 'premium' as is_premium, coalesce(o.opens_at <= ${now}, true) as is_open
    from course c left join course_offer o on o.client_id = c.client_id and o.course_id = c.id
    where c.client_id = current_client_id() and c.status = 'published' order by c.id`.execute(db)
  const facts = new Map<string, CourseFact[]>()
  for (const course of rows)
    for (const key of [textKey(course.title), `#${course.id}`])
      facts.set(key, [...(facts.get(key) ?? []), course])
  return facts
}

/** Groups in use by their name. */
export const groupFacts = async (db: TenantDb): Promise<Map<string, GroupFact>> => {
  const { rows } = await sql<GroupFact & { key: string }>`
    select g.id, g.name, g.name_key as key from student_group g
    where g.client_id = current_client_id() and g.archived_at is null`.execute(db)
  return new Map(rows.map(({ key, ...group }) => [key, group]))
}

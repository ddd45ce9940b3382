/**
 * A large catalogue for benchmarks: 500 courses, one of them with 300 topics, half completed by the demo student.
 */
import type pg from 'pg'
import { demo } from '#e2e/product.ts'

const CLIENT = 7
export const COURSES = 500
export const TOPICS = 300
export const ITEMS_PER_TOPIC = 3

/** Fills the catalogue as the database owner. Returns the id of the last and longest course. */
export const fillCatalogue = async (client: pg.Client): Promise<number> => {
  await client.query(
    `insert into course (client_id, title, difficulty, price, status, position)
     select ${CLIENT}, (array['SQL','Python','Excel','Statistics','English','Web'])[1 + i % 6] || ' course ' || i,
       (array['beginner','intermediate','pro','easy','medium','hard','advanced','all levels'])[1 + i % 8],
       case when i % 4 = 0 then 'premium' else 'free' end, 'published', 100 + i
     from generate_series((select count(*)::int from course where client_id = ${CLIENT}) + 1, ${COURSES}) i`,
  )
  await client.query(
    `insert into course_section (client_id, course_id, title, position)
     select ${CLIENT}, c.id, 'Section ' || s, s from course c,
       generate_series(1, case when c.id = (select max(id) from course) then ${TOPICS / 10} else 2 end) s
     where c.client_id = ${CLIENT} and not exists (select from course_section x where x.client_id = ${CLIENT} and x.course_id = c.id)`,
  )
  await client.query(
    `insert into course_topic (client_id, course_id, section_id, title, position)
     select ${CLIENT}, s.course_id, s.id, 'A topic with a name of usual length ' || t, t from course_section s,
       generate_series(1, case when s.course_id = (select max(id) from course) then 10 else 4 end) t
     where s.client_id = ${CLIENT} and not exists (select from course_topic x where x.client_id = ${CLIENT} and x.section_id = s.id)`,
  )
  await client.query(
    `insert into course_item (client_id, course_id, topic_id, type, title, minutes, position)
     select ${CLIENT}, t.course_id, t.id, (array['article','video','quiz'])[1 + i % 3], 'An item of the topic ' || i, 5, i
     from course_topic t, generate_series(1, ${ITEMS_PER_TOPIC}) i
     where t.client_id = ${CLIENT} and not exists (select from course_item x where x.client_id = ${CLIENT} and x.topic_id = t.id)`,
  )
  await client.query(
    `insert into enrolment (client_id, user_id, course_id)
     select ${CLIENT}, u.id, c.id from app_user u, course c
     where u.client_id = ${CLIENT} and c.client_id = ${CLIENT} and (u.id * 7 + c.id) % 11 = 0 on conflict do nothing`,
  )
  await client.query(
    `insert into course_rating (client_id, user_id, course_id, stars)
     select client_id, user_id, course_id, 3 + (user_id + course_id) % 3 from enrolment
     where client_id = ${CLIENT} on conflict do nothing`,
  )
  const { rows } = await client.query<{ id: number }>(
    `select max(id) as id from course where client_id = ${CLIENT}`,
  )
  const longCourseId = rows[0]?.id ?? 0
  // The demo student has completed every third item, so the outline contains progress.
  await client.query(
    `insert into enrolment (client_id, user_id, course_id)
     select ${CLIENT}, id, ${longCourseId} from app_user where client_id = ${CLIENT} and email = $1 on conflict do nothing`,
    [demo.student],
  )
  await client.query(
    `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, completed_at)
     select ${CLIENT}, u.id, i.id, ${longCourseId}, now(), now(), now() from app_user u, course_item i
     where u.client_id = ${CLIENT} and u.email = $1 and i.client_id = ${CLIENT} and i.course_id = ${longCourseId}
       and i.position = 1`,
    [demo.student],
  )
  await client.query('analyze')
  return longCourseId
}

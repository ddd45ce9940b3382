import { sql } from 'kysely'
import type { FileRights } from '#server/core/files/file-parent.ts'
import { isStaff } from '../courses.policy.ts'

/**
 * Whether this person may open the files of an item now. Runs at each range that a player requests: index reads only. A
 * section closes again when its date moves to a later day, or when it gets a prerequisite.
 */
export const mayReadItemFiles: FileRights['item'] = async (db, { clientId, userId, role, now }, itemId) => {
  if (isStaff(role)) return true
  const { rows } = await sql`
    select from course_item i
    join course c on c.client_id = i.client_id and c.id = i.course_id and c.status = 'published'
    join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
    join course_section s on s.client_id = t.client_id and s.id = t.section_id
    where i.client_id = ${clientId} and i.id = ${itemId} and (t.free_preview or exists (
      select from enrolment e where e.client_id = i.client_id and e.course_id = i.course_id
        and e.user_id = ${userId} and e.left_at is null
        and coalesce(greatest(s.opens_at, e.enrolled_at + make_interval(hours => 24 * s.opens_after_days)) <= ${now}, true)
        and not exists (
          select from course_topic rt
          join course_item ri on ri.client_id = rt.client_id and ri.course_id = rt.course_id and ri.topic_id = rt.id
          where rt.client_id = i.client_id and rt.course_id = i.course_id and rt.section_id = any(s.requires)
            and rt.section_id <> s.id and not exists (
              select from item_progress p
              where p.client_id = i.client_id and p.user_id = e.user_id and p.item_id = ri.id
                and p.completed_at is not null))
    ))`.execute(db)
  return rows.length > 0
}

import type { Lesson } from '#contract/community/community.ts'
import type { Rows } from '#server/core/db/query.ts'
import type { Viewer } from '../community.context.ts'

/** Topics that the viewer may see, with their courses; drafts are visible to staff only. The question adds `item_id`. */
export const lessonsOf = async (
  rows: Rows,
  { clientId, isStaff }: Viewer,
  topicIds: readonly number[],
): Promise<ReadonlyMap<number, Lesson>> => {
  const topics = await rows<Omit<Lesson, 'item_id'>>({
    name: 'forum-lessons',
    text: `select l.course_id, l.id as topic_id, c.title as course_title, l.title as topic_title
      from course_topic l join course c on c.client_id = $1 and c.id = l.course_id
      where l.client_id = $1 and l.id = any ($2::int[]) and (c.status = 'published' or $3::boolean)`,
    values: [clientId, `{${topicIds.join()}}`, isStaff],
  })
  return new Map(topics.map((row) => [row.topic_id, { ...row, item_id: null }]))
}

import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

interface ContentRow {
  id: number
  html: string | null
  chapters: string[] | null
  statement: string | null
  prompts: string[] | null
}

/** Texts that learners can read in a course's items; never reads an answer key. */
export const contentOfCourse = async (
  db: TenantDb,
  { clientId, courseId }: { clientId: number; courseId: number },
  language: Language,
): Promise<ContentRow[]> => {
  const { rows } = await sql<ContentRow>`
    select i.id,
      coalesce(a.htmls ->> ${language}, a.html) as html,
      (select array_agg(coalesce(nullif(trim(c -> 'titles' ->> ${language}), ''), c ->> 'title'))
        from jsonb_array_elements(v.chapters) c) as chapters,
      coalesce(m.shown_in -> ${language}, m.shown) ->> 'statement' as statement,
      (select array_agg(coalesce(n.shown_in -> ${language}, n.shown) ->> 'prompt' order by n.position, n.id)
        from quiz_question n where n.client_id = i.client_id and n.item_id = i.id) as prompts
    from course_item i
    left join item_article a on a.client_id = i.client_id and a.item_id = i.id
    left join item_video v on v.client_id = i.client_id and v.item_id = i.id
    left join item_problem m on m.client_id = i.client_id and m.item_id = i.id
    where i.client_id = ${clientId} and i.course_id = ${courseId}`.execute(db)
  return rows
}

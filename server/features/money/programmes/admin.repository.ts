/** Programmes as admins read and write them. */
import { sql, type Insertable } from 'kysely'
import type { LocalText } from '#contract/assessments/shapes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { ProgrammeRow } from './programmes.repository.ts'

export interface EditedRow extends ProgrammeRow {
  courses: { id: number; title: string; is_published: boolean }[]
  buyers: number
}

export const editedProgrammes = async (
  db: TenantDb,
  clientId: number,
  slug?: ProgrammeSlug,
): Promise<EditedRow[]> => {
  const { rows } = await sql<EditedRow>`
    select p.*,
      coalesce((select json_agg(json_build_object('id', c.id, 'title', c.title, 'is_published', c.status = 'published')
          order by k.position, c.id)
        from programme_course k join course c on c.client_id = k.client_id and c.id = k.course_id
        where k.client_id = p.client_id and k.programme = p.slug), '[]') as courses,
      (select count(*)::integer from programme_order o
        where o.client_id = p.client_id and o.programme = p.slug and o.state in ('booked', 'paid')) as buyers
    from programme p
    where p.client_id = ${clientId} and (${slug ?? null}::text is null or p.slug = ${slug ?? null})
    order by p.slug`.execute(db)
  return rows
}

/** The revision of a programme, locked; 0 if there is none. */
export const lockRevision = async (db: TenantDb, clientId: number, slug: ProgrammeSlug): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`programme:${clientId}:${slug}`}, 0))`.execute(db)
  const row = await db
    .selectFrom('programme')
    .select('revision')
    .where('client_id', '=', clientId)
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  return row?.revision ?? 0
}

export const writeProgramme = async (
  db: TenantDb,
  programme: Insertable<Tables['programme']> & { revision: number },
): Promise<void> => {
  const { client_id: _client, slug: _slug, is_published: _published, ...values } = programme
  await db
    .insertInto('programme')
    .values(programme)
    .onConflict((conflict) => conflict.columns(['client_id', 'slug']).doUpdateSet(values))
    .execute()
}

export const writePublished = async (
  db: TenantDb,
  clientId: number,
  slug: ProgrammeSlug,
  isPublished: boolean,
): Promise<void> => {
  await db
    .updateTable('programme')
    .set({ is_published: isPublished })
    .where('client_id', '=', clientId)
    .where('slug', '=', slug)
    .execute()
}

export const writeCourses = async (
  db: TenantDb,
  clientId: number,
  slug: ProgrammeSlug,
  courseIds: readonly number[],
): Promise<void> => {
  await db
    .deleteFrom('programme_course')
    .where('client_id', '=', clientId)
    .where('programme', '=', slug)
    .execute()
  await db
    .insertInto('programme_course')
    .values(
      courseIds.map((courseId, position) => ({
        client_id: clientId,
        programme: slug,
        course_id: courseId,
        position,
      })),
    )
    .execute()
}

/** Assessments that can give a scholarship, by their main language's title. */
export const assessmentChoices = async (
  db: TenantDb,
  clientId: number,
): Promise<{ id: number; title: LocalText }[]> => {
  const { rows } = await sql<{ id: number; title: LocalText }>`
    select a.id, (select jsonb_object_agg(t.key, t.value ->> 'title') from jsonb_each(a.texts) t) as title
    from assessment a where a.client_id = ${clientId}
    order by a.texts -> a.language ->> 'title', a.id limit 500`.execute(db)
  return rows
}

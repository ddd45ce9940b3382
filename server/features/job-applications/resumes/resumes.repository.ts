import '../applications.tables.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface Person {
  readonly clientId: number
  readonly userId: number
}

export interface ResumeRow {
  url: string
  name: string
  size: number
  uploaded_at: Date
}

/** `lock`: the résumé cannot be replaced until the transaction ends. */
export const resumeOf = async (
  db: TenantDb,
  { clientId, userId }: Person,
  lock: 'share' | 'update' | null = null,
): Promise<ResumeRow | null> => {
  const query = db
    .selectFrom('job_resume')
    .select(['url', 'name', 'size', 'uploaded_at'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
  const locked = lock === 'share' ? query.forShare() : lock === 'update' ? query.forUpdate() : query
  return (await locked.executeTakeFirst()) ?? null
}

export const saveResume = async (
  db: TenantDb,
  { clientId, userId }: Person,
  resume: ResumeRow,
): Promise<void> => {
  await db
    .insertInto('job_resume')
    .values({ client_id: clientId, user_id: userId, ...resume })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(resume))
    .execute()
}

export const removeResume = async (db: TenantDb, { clientId, userId }: Person): Promise<void> => {
  await db.deleteFrom('job_resume').where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}

/** Whether the person's résumé or an application still needs the file. */
export const isResumeUsed = async (db: TenantDb, clientId: number, url: string): Promise<boolean> => {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from job_application where client_id = ${clientId} and resume_url = ${url})
      or exists (select from job_resume where client_id = ${clientId} and url = ${url}) as used`.execute(db)
  return rows[0]?.used ?? true
}

import type { JobDocument } from '#contract/jobs/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { sql } from 'kysely'
import { jobColumns, writeRequirements } from './write.repository.ts'

/** Writes a job's whole document over the former one. */
export const saveJob = async (
  db: TenantDb,
  { clientId, jobId }: { clientId: number; jobId: number },
  document: JobDocument,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('job')
    .set({ ...jobColumns(document), revision: sql<number>`revision + 1`, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', jobId)
    .execute()
  await writeRequirements(db, { clientId, jobId }, document.requirements)
}

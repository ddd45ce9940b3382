import pg from 'pg'
import { OWNER } from '../db/roles.ts'

/** Tells superadmins that there is a backup, and when it was made. */
export const noteBackup = async (
  connection: pg.ClientConfig,
  { at, bytes }: { at: Date; bytes: number },
): Promise<void> => {
  const client = new pg.Client({ ...connection, application_name: 'lms backup' })
  await client.connect()
  try {
    await client.query(`set role ${OWNER}`)
    // A backup before an upgrade reads the database of a former release.
    const { rows } = await client.query<{ table: string | null }>(
      `select to_regclass('public.backup_run')::text as table`,
    )
    if (rows[0]?.table == null) return
    await client.query('insert into backup_run (finished_at, bytes) values ($1, $2) on conflict do nothing', [
      at,
      bytes,
    ])
  } finally {
    await client.end()
  }
}

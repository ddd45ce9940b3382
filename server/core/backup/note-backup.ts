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
    await client.query('insert into backup_run (finished_at, bytes) values ($1, $2) on conflict do nothing', [
      at,
      bytes,
    ])
  } finally {
    await client.end()
  }
}

/** The stories' database, as its owner, for what no call can do, such as a deadline that is seconds away. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { memoryFolders } from '#tests/support/memory-folder.ts'

/** The data folder of this worker's product (support/serve.ts). */
export const productData = (): string => {
  const folders = memoryFolders().map((folder) => join(folder, `lms-e2e-${PRODUCT_PORT}`))
  const found = folders.find((folder) => existsSync(folder))
  if (!found) throw new Error('the stories’ data folder was not found')
  return found
}

export const inDatabase = async (
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> => {
  const found = await findPostmaster(join(productData(), 'postgres', 'data'))
  if (!found) throw new Error('the stories’ database was not found')
  const client = new pg.Client({
    host: found.socketDir,
    port: found.port,
    user: 'postgres',
    database: PRIVATE_DATABASE,
  })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

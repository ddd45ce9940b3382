/** Tabs of a former build may go on writing to its databases: what they wrote since is taken over here. */
import { oldDatabases, openDevice } from '../db.ts'
import { notifyReturned } from '../returned.ts'

/** `all`: also what those tabs read, before it is cleared. Fetches the code for it only where such a database is. */
export const takeOverOldRows = async (all = false): Promise<void> => {
  const names = await oldDatabases()
  if (names.length === 0) return
  const [device, { moveFrom }] = await Promise.all([openDevice(), import('./old-databases.ts')])
  await moveFrom(device, names, all)
  notifyReturned()
}

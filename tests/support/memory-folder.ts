import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
/** Databases, write-ahead logs and uploads of a whole run, with room to spare. */
const NEEDED_BYTES = 4 * 2 ** 30

const hasRoom = (): boolean => {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
  } catch {
    return false
  }
}

/**
 * Where data goes that is deleted at the end of a run: into memory if there is room. A database has 1,900 files, and on a
 * disk it costs 0.3 to 2 s of processor time to create them, in memory 0.03 s.
 */
export const memoryFolder = (): string => (hasRoom() ? SHARED_MEMORY : tmpdir())

/** All folders that `memoryFolder` may have returned in another process or an earlier run. */
export const memoryFolders = (): readonly string[] => [SHARED_MEMORY, tmpdir()]

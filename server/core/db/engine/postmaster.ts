/** Finds a running PostgreSQL by `postmaster.pid`, and stops it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
}

const STOP_WITHIN_MS = 15_000
const STOP_POLL_MS = 20

/** Reads the lock file of a data folder. Null if no server runs, even if a stale file exists. */
export const findPostmaster = async (data: string): Promise<Postmaster | null> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const [pidLine, , , portLine, socketDir] = text.split('\n')
  const pid = Number(pidLine)
  if (!Number.isInteger(pid) || pid <= 1 || !alive(pid) || !(await runsPostgresOn(pid, data))) return null
  return { pid, port: Number(portLine), socketDir: socketDir ?? '' }
}

/** The process id in the lock file, whichever process has that id now; null without a lock file. */
export const lockedBy = async (data: string): Promise<number | null> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 1 ? pid : null
}

export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !ended(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The first process of a container often does not reap orphans, and zombies still accept signal 0.
const ended = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

// Process ids are reused (always after a container restarts), so the id alone proves nothing.
const runsPostgresOn = async (pid: number, data: string): Promise<boolean> => {
  if (process.platform === 'win32') return true
  const commandLine =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'command=']).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return commandLine.includes('postgres') && commandLine.includes(data)
}

/** Fast shutdown, then immediate shutdown (safe, because PostgreSQL recovers) if that takes too long. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!alive(pid)) return
    process.kill(pid, signal)
    for (let waited = 0; waited < STOP_WITHIN_MS; waited += STOP_POLL_MS) {
      if (!alive(pid)) return
      await sleep(STOP_POLL_MS)
    }
  }
}

/**
 * Attempts on this device, as rows of the outbox with strict durability. What the server has not confirmed outlives a
 * sign-out, encrypted for its owner, until that person is back (trust reading 2); the questions go.
 */
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { deleteValue, inStore, readValue, transact, withPatience, writeValue } from '#src/core/offline/db.ts'
import { readRows } from '#src/core/offline/outbox-rows.ts'
import type { OutboxRow } from '#src/core/offline/schema.ts'
import { takeOverOldRows } from '#src/core/offline/migration/take-over.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { AttemptRecord } from './record.ts'

/** The part of the outbox; the app's list of parts has the same name. */
export const ATTEMPTS = 'attempts'

/** What an earlier life kept is worth waiting for. */
const CLAIM_PATIENCE_MS = 3000

interface Leased {
  /** The life of the page that writes the record; another one has taken it over when it differs. */
  life: string
  record: AttemptRecord
}

const leasedOf = (row: OutboxRow | undefined) => row?.value as Leased | undefined
const rowOf = (owner: string, id: string, value: Leased): OutboxRow => ({ owner, queue: ATTEMPTS, id, value })

/** `replaced`: another tab of this browser goes on with the attempt. */
export type Written = 'stored' | 'replaced' | 'failed'

/**
 * Takes the record over for this life of the page; null when there is none, or the disk takes longer than `patienceMs`:
 * then it is not taken over either, so that nothing is written over what was never read.
 */
export const claimRecord = async (
  owner: string | null,
  attemptId: string,
  life: string,
  patienceMs = CLAIM_PATIENCE_MS,
): Promise<AttemptRecord | null> => {
  if (owner === null) return null
  // A tab of a former build may have the attempt open, and answers that only its database has.
  await withPatience(takeOverOldRows(), undefined)
  return claimWithin(owner, attemptId, life, patienceMs)
}

const claimWithin = (
  owner: string,
  attemptId: string,
  life: string,
  patienceMs: number,
): Promise<AttemptRecord | null> =>
  new Promise((resolve) => {
    let isLate = false
    let abort = () => true
    const claimed = transact(['outbox'], 'readwrite', async (transaction) => {
      if (isLate) throw new Error('given up')
      abort = () => {
        try {
          transaction.abort()
          return true
        } catch {
          // Too late: it is on the disk, and what it read is on its way.
          return false
        }
      }
      const store = transaction.objectStore('outbox')
      const leased = leasedOf(await store.get([owner, ATTEMPTS, attemptId]))
      if (!leased) return null
      await store.put(rowOf(owner, attemptId, { ...leased, life }))
      return leased.record
    })
    const timer = setTimeout(() => {
      isLate = true
      if (abort()) resolve(null)
    }, patienceMs)
    const settle = (record: AttemptRecord | null) => {
      clearTimeout(timer)
      resolve(record)
    }
    claimed.then(settle, () => settle(null))
  })

/** Read and written in one transaction, so that a tab that was replaced never writes over its successor. */
export const writeRecord = (
  owner: string | null,
  attemptId: string,
  life: string,
  record: AttemptRecord | null,
): Promise<Written> =>
  owner === null
    ? Promise.resolve('failed')
    : withPatience<Written>(
        inStore('outbox', 'readwrite', async (store) => {
          const leased = leasedOf(await store.get([owner, ATTEMPTS, attemptId]))
          if (leased && leased.life !== life) return 'replaced'
          if (record) await store.put(rowOf(owner, attemptId, { life, record }))
          else await store.delete([owner, ATTEMPTS, attemptId])
          return 'stored'
        }),
        'failed',
      )

export interface StoredAttempt {
  id: string
  record: AttemptRecord
}

/** Attempts of this person of which something may still be on this device only. Nobody waits for it: it may take long. */
export const storedAttempts = async (owner: string | null): Promise<StoredAttempt[]> => {
  const rows = owner === null ? [] : await readRows(owner, ATTEMPTS).catch(() => [])
  return rows.map(({ id, value }) => ({ id, record: (value as Leased).record }))
}

interface StoredPaper {
  owner: string
  paper: AttemptPage
}

/**
 * The questions of the attempt that was opened last, so that a reload without a connection goes on; they hold no key of
 * any answer. They are cleared when their owner signs out.
 */
export const keepPaper = (owner: string | null, paper: AttemptPage): Promise<boolean> =>
  owner === null
    ? Promise.resolve(false)
    : writeValue('personal', keys.attemptPaper, { owner, paper } satisfies StoredPaper)

/** Null for anybody else, or for another attempt. */
export const keptPaper = async (
  owner: string | null,
  attemptId: string | null,
): Promise<AttemptPage | null> => {
  const stored = await readValue<StoredPaper>('personal', keys.attemptPaper)
  if (owner === null || stored?.owner !== owner) return null
  return attemptId === null || stored.paper.id === attemptId ? stored.paper : null
}

export const dropPaper = async (owner: string | null, attemptId: string): Promise<unknown> =>
  (await keptPaper(owner, attemptId)) && deleteValue('personal', keys.attemptPaper)

/** Whether this browser writes to its disk at all, for the check before an exam. */
export const diskWorks = (): Promise<boolean> =>
  withPatience(
    inStore('device', 'readwrite', async (store) => {
      await store.put(0, ':probe')
      await store.delete(':probe')
      return true
    }),
    false,
  )

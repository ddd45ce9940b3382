/**
 * Attempts on this device, in a database of their own with strict durability. What the server has not confirmed
 * stays through a sign-out, sealed for its owner (core/seal), until that person is back (trust reading 2); the papers go.
 */
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { ATTEMPTS_DB, ATTEMPTS_STORE } from '#src/core/storage/databases.ts'
import { idbDelete, idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { AttemptRecord } from './record.ts'

/** A frozen tab may hold the database: nobody waits for it longer than this. */
const PATIENCE_MS = 1000
/** What an earlier life kept is worth more. */
const CLAIM_PATIENCE_MS = 3000

interface Stamped {
  /** The life of the page that writes it; another one has taken it over when it differs. */
  life: string
  record: AttemptRecord
}

const within = <T>(
  work: Promise<T>,
  otherwise: T,
  { ms = PATIENCE_MS, giveUp = () => true }: { ms?: number; giveUp?: () => boolean } = {},
): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (giveUp()) resolve(otherwise)
    }, ms)
    const settle = (value: T) => {
      clearTimeout(timer)
      resolve(value)
    }
    work.then(settle, () => settle(otherwise))
  })

let opening: Promise<IDBDatabase> | null = null
const open = (): Promise<IDBDatabase> => {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(ATTEMPTS_DB, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ATTEMPTS_STORE)
    }
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close()
        opening = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
    request.onblocked = () => reject(new Error('IndexedDB blocked'))
  }).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

/** Lets the caller take a transaction back for which it will not wait any longer. */
interface Patience {
  over: boolean
  undo: () => boolean
}

/** Runs the deed in one transaction and resolves with what it handed on, once that is on the disk. */
const transact = async <T>(
  mode: IDBTransactionMode,
  action: (rows: IDBObjectStore, give: (value: T) => void) => void,
  patience?: Patience,
): Promise<T | null> => {
  const db = await open()
  return new Promise((resolve, reject) => {
    if (patience?.over) throw new Error('given up')
    const transaction = db.transaction(ATTEMPTS_STORE, mode, { durability: 'strict' })
    if (patience)
      patience.undo = () => {
        try {
          transaction.abort()
          return true
        } catch {
          // Too late: it is on the disk, and what it read is on its way.
          return false
        }
      }
    let given: T | null = null
    transaction.oncomplete = () => resolve(given)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
    action(transaction.objectStore(ATTEMPTS_STORE), (value) => {
      given = value
    })
  })
}

const keyOf = (owner: string, attemptId: string) => `${owner}:${attemptId}`

/** `taken`: another tab of this browser goes on with the attempt. */
export type Written = 'kept' | 'taken' | 'failed'

/**
 * Takes the record over for this life of the page; null when there is none, or the disk takes longer than `patienceMs`:
 * then it is not taken over either, so that nothing is written over what was never read.
 */
export const claimRecord = (
  owner: string,
  attemptId: string,
  life: string,
  patienceMs = CLAIM_PATIENCE_MS,
): Promise<AttemptRecord | null> => {
  const patience: Patience = { over: false, undo: () => true }
  return within(
    transact<AttemptRecord>(
      'readwrite',
      (rows, give) => {
        const key = keyOf(owner, attemptId)
        const request = rows.get(key) as IDBRequest<Stamped | undefined>
        request.onsuccess = () => {
          if (!request.result) return
          give(request.result.record)
          rows.put({ ...request.result, life } satisfies Stamped, key)
        }
      },
      patience,
    ),
    null,
    {
      ms: patienceMs,
      giveUp: () => {
        patience.over = true
        return patience.undo()
      },
    },
  )
}

/** Read and written in one transaction, so that a tab that was replaced never writes over its successor. */
export const writeRecord = (
  owner: string,
  attemptId: string,
  life: string,
  record: AttemptRecord | null,
): Promise<Written> =>
  within(
    transact<Written>('readwrite', (rows, give) => {
      const key = keyOf(owner, attemptId)
      const request = rows.get(key) as IDBRequest<Stamped | undefined>
      request.onsuccess = () => {
        if (request.result && request.result.life !== life) return give('taken')
        if (record) rows.put({ life, record } satisfies Stamped, key)
        else rows.delete(key)
        give('kept')
      }
    }).then((written) => written ?? 'failed'),
    'failed',
  )

export interface KeptAttempt {
  id: string
  record: AttemptRecord
}

/** Attempts of this person of which something may still be on this device only. Nobody waits for it: it may take long. */
export const keptAttempts = (owner: string): Promise<KeptAttempt[]> =>
  transact<KeptAttempt[]>('readonly', (rows, give) => {
    const start = `${owner}:`
    const found: KeptAttempt[] = []
    const request = rows.openCursor()
    request.onsuccess = () => {
      const row = request.result
      if (!row) return give(found)
      const { key } = row
      if (typeof key === 'string' && key.startsWith(start))
        found.push({ id: key.slice(start.length), record: (row.value as Stamped).record })
      row.continue()
    }
  }).then(
    (list) => list ?? [],
    () => [],
  )

interface KeptPaper {
  owner: string
  paper: AttemptPage
}

/**
 * The questions of the attempt that was opened last, so that a reload without a connection goes on; they hold no key
 * of any answer. In the common store, so that signing out forgets them also where no exam was opened.
 */
export const keepPaper = (owner: string, paper: AttemptPage): Promise<boolean> =>
  idbPut(keys.attemptPaper, { owner, paper } satisfies KeptPaper)

/** Null for anybody else, or for another attempt. */
export const keptPaper = async (owner: string, attemptId: string | null): Promise<AttemptPage | null> => {
  const kept = await idbGet<KeptPaper>(keys.attemptPaper)
  if (kept?.owner !== owner || (attemptId !== null && kept.paper.id !== attemptId)) return null
  return kept.paper
}

export const dropPaper = async (owner: string, attemptId: string): Promise<unknown> =>
  (await keptPaper(owner, attemptId)) && idbDelete(keys.attemptPaper)

/** Whether this browser writes to its disk at all, for the check before an exam. */
export const diskWorks = (): Promise<boolean> =>
  within(
    transact<boolean>('readwrite', (rows, give) => {
      const probe = rows.put(0, ':probe')
      probe.onsuccess = () => {
        rows.delete(':probe').onsuccess = () => give(true)
      }
    }).then((works) => works === true),
    false,
  )

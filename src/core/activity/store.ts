import type { Interval, Leave } from './machine.ts'

/** An interval that the server has not acknowledged yet. */
export interface StoredInterval {
  /** Under this name it lies on devices since the first build. */
  segment: Interval
  /** Belongs to this person alone; somebody else who signs in never sends it (trust reading 2). */
  owner: string
  /** `running` until its session ended; a running one whose tab died is recovered as an emergency. */
  phase: 'running' | 'finished'
  how: Leave | null
  emergency: boolean
  /** The page life that wrote it: only there its monotonic times mean anything. */
  pageLife: string
  /** Wall clock of the last write: tells a dead tab's record from a living one's. */
  writtenAt: number
}

/** Survives a crash of the browser: the device's database in the product, memory in tests. */
export interface IntervalStore {
  put: (interval: StoredInterval) => Promise<void>
  remove: (interval: Pick<StoredInterval, 'owner' | 'segment'>) => Promise<void>
  all: (owner: string) => Promise<StoredInterval[]>
}

/** For browsers without IndexedDB, and for tests. */
export const memoryStore = (): IntervalStore => {
  const rows = new Map<string, StoredInterval>()
  return {
    put: (interval) => {
      rows.set(interval.segment.id, interval)
      return Promise.resolve()
    },
    remove: ({ segment }) => {
      rows.delete(segment.id)
      return Promise.resolve()
    },
    all: (owner) => Promise.resolve([...rows.values()].filter((row) => row.owner === owner)),
  }
}

/** Small values in local storage (spec 3). Never throws. */
export interface Notes {
  read: (name: NoteName) => unknown
  write: (name: NoteName, value: unknown) => void
}
export type NoteName =
  | 'history'
  | 'processed'
  | 'lastSent'
  | 'totalBackup'
  | 'sessionId'
  | 'deviceId'
  | 'deviceInfo'
  | 'sessionStart'
  | 'log'

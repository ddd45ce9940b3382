import type { Leave, Segment } from './machine.ts'

/** A stretch of time that the server has not acknowledged yet. */
export interface Kept {
  segment: Segment
  /** Belongs to this person alone; somebody else who signs in never sends it (trust reading 2). */
  owner: string
  /** `running` until its session ended; a running one whose tab died is recovered as an emergency. */
  phase: 'running' | 'finished'
  how: Leave | null
  emergency: boolean
  /** The page life that wrote it: only there its monotonic times mean anything. */
  pageLife: string
  /** Wall clock of the last write, for telling a dead tab's record from a living one's. */
  writtenAt: number
}

/** Survives a crash of the browser: IndexedDB in the product, memory in tests. */
export interface SegmentStore {
  put: (kept: Kept) => Promise<void>
  remove: (segmentId: string) => Promise<void>
  all: (owner: string) => Promise<Kept[]>
}

/** For browsers without IndexedDB, and for tests. */
export const memoryStore = (): SegmentStore => {
  const rows = new Map<string, Kept>()
  return {
    put: (kept) => {
      rows.set(kept.segment.id, kept)
      return Promise.resolve()
    },
    remove: (segmentId) => {
      rows.delete(segmentId)
      return Promise.resolve()
    },
    all: (owner) => Promise.resolve([...rows.values()].filter((row) => row.owner === owner)),
  }
}

/** Small notes beside the segments (spec 3). Never throws. */
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

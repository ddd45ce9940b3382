import type { Language } from '#contract/languages.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface CourseKey {
  clientId: number
  courseId: number
}
export type LiveIds = Record<string, number>

/** What the builder needs of the courses feature, which owns the tables that learners read. */
export interface ContentActions {
  /** Creates a course without content, hidden from learners. */
  add: (
    db: TenantDb,
    clientId: number,
    course: { title: string; teacherId: number | null },
  ) => Promise<number>
  read: (
    db: TenantDb,
    key: CourseKey,
    language: Language,
  ) => Promise<{ document: CourseDocument; liveIds: LiveIds } | null>
  write: (
    db: TenantDb,
    key: CourseKey,
    document: CourseDocument,
    liveIds: LiveIds,
    now: Date,
  ) => Promise<LiveIds>
  setStatus: (db: TenantDb, key: CourseKey, status: 'draft' | 'published') => Promise<void>
  languageOf: (title: string, fallback: string) => Language
}

/** Stores a file under the hash of its content and returns its address; the file at `path` stays in place. */
export type StoreFile = (
  clientId: number,
  file: { words: string; ending: string } & ({ content: Buffer } | { path: string }),
) => Promise<string>

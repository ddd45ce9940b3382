/** What this feature needs of others; handed over in app.ts. */
import type { Readable } from 'node:stream'
import type { MediaKind } from '#contract/course-builder/uploads.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export type FileToStore = { ending: string } & ({ content: Buffer } | { path: string })

export interface FileDependencies {
  /** Detects a file's real type and sanitizes pictures and captions; throws an AppError for any other file. */
  recognise: (kind: MediaKind, path: string) => Promise<FileToStore>
  /** Returns the file's address and whether it is new in the store. */
  store: (clientId: number, file: FileToStore & { words: string }) => Promise<{ url: string; isNew: boolean }>
  exists: (clientId: number, url: string) => Promise<boolean>
  /** The file's size and bytes; null when the address leads to no stored file. */
  open: (clientId: number, url: string) => Promise<{ size: number; stream: () => Readable } | null>
  /** Removes a file that nothing refers to. */
  drop: (clientId: number, url: string) => Promise<void>
}

export interface CourseDependencies {
  /** Creates a course of this person with this draft, sanitized. Idempotent by `key`. */
  create: (
    scope: StaffScope,
    course: { key: string; title: string; document: CourseDocument },
  ) => Promise<{ course_id: number }>
  /** Returns the draft of a course that this person may edit; throws for any other course. */
  document: (scope: StaffScope, courseId: number) => Promise<CourseDocument>
  /** Returns the saved draft without checking permission; the caller has checked it. */
  saved: (db: TenantDb, clientId: number, courseId: number) => Promise<CourseDocument | null>
  /** Staff who can be instructors of a course. */
  teachers: (db: TenantDb, clientId: number) => Promise<{ id: number; name: string }[]>
}

export interface ImportDependencies {
  files: FileDependencies
  courses: CourseDependencies
}

/** What other features do for this one; `app.ts` hands it over. */
import type { Readable } from 'node:stream'
import type { MediaKind } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export type Storable = { ending: string } & ({ content: Buffer } | { path: string })

export interface FileDependencies {
  /** What a file really is, cleaned where pictures and captions need it; throws an AppError for everything else. */
  recognise: (kind: MediaKind, path: string) => Promise<Storable>
  /** Its address, and whether it was not there before. */
  store: (clientId: number, file: Storable & { words: string }) => Promise<{ url: string; fresh: boolean }>
  exists: (clientId: number, url: string) => Promise<boolean>
  /** The bytes of a stored file; null when the address leads to none. */
  open: (clientId: number, url: string) => Promise<{ size: number; stream: () => Readable } | null>
  /** Takes a file that nothing names out of the store. */
  drop: (clientId: number, url: string) => Promise<void>
}

export interface CourseDependencies {
  /** A new course of this person with this draft, cleaned; the same key twice makes one. */
  create: (
    scope: StaffScope,
    course: { key: string; title: string; document: CourseDocument },
  ) => Promise<{ course_id: number }>
  /** The draft of a course that this person may edit; throws for any other. */
  document: (scope: StaffScope, courseId: number) => Promise<CourseDocument>
  /** The saved draft, for who was let in before. */
  saved: (db: TenantDb, clientId: number, courseId: number) => Promise<CourseDocument | null>
  /** Staff who can be named as instructors. */
  teachers: (db: TenantDb, clientId: number) => Promise<{ id: number; name: string }[]>
}

export interface ImportDependencies {
  files: FileDependencies
  courses: CourseDependencies
}

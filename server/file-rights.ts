/** Who may read a stored file: each feature answers for the files that it shows. */
import type { Database } from './core/db/database.ts'
import { createMayReadFile, type MayReadFile } from './core/files/file-parent.ts'
import { mayReadItemFiles } from './features/courses/index.ts'
import { mayReadResume } from './features/job-applications/index.ts'
import { mayReadRecording } from './features/live/index.ts'
import { mayReadRegistrationFile } from './features/workshops/index.ts'

export const mayReadFile = (db: Database): MayReadFile =>
  createMayReadFile(db, {
    item: mayReadItemFiles,
    recording: mayReadRecording,
    application: mayReadResume,
    registration: mayReadRegistrationFile,
  })

import type { JobDocument } from '#contract/jobs/shapes.ts'
import type { Proof } from '#contract/job-applications/applications.ts'
import type { Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { Readable } from 'node:stream'

interface Learner {
  readonly clientId: number
  readonly userId: number
}

/** What other features hand over (server/app.ts). */
export interface ApplicationDependencies {
  readonly notifier: Notifier
  readonly files: {
    readonly store: (
      clientId: number,
      file: { words: string; ending: string; content: Buffer },
    ) => Promise<string>
    readonly drop: (clientId: number, url: string) => Promise<void>
    readonly open: (clientId: number, url: string) => Promise<{ size: number; stream: () => Readable } | null>
  }
  /** What the platform can vouch for, newest first. */
  readonly proofs: readonly ((
    db: TenantDb,
    learner: Learner,
    view: { now: Date; language: Language },
  ) => Promise<Proof[]>)[]
  readonly jobs: {
    readonly add: (
      db: TenantDb,
      clientId: number,
      document: JobDocument,
      state: { state: 'draft'; createdBy: number; createdKey: string },
    ) => Promise<number>
    /** Writes the whole document. */
    readonly save: (
      db: TenantDb,
      job: { clientId: number; jobId: number },
      document: JobDocument,
      now: Date,
    ) => Promise<void>
  }
}

export type ApplicationContext = ApplicationDependencies &
  Pick<Core, 'audit' | 'changes' | 'log' | 'secret' | 'clock' | 'db'>

import type { Audit, Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

/** What becomes of an enrolment that staff ask for. */
export type EnrolResult = 'done' | 'already' | 'full' | 'premium' | 'closed' | 'not_allowed'

export interface WorkshopDependencies {
  readonly storeFile: (
    clientId: number,
    file: { words: string; ending: string; content: Buffer },
  ) => Promise<string>
  readonly fileExists: (clientId: number, url: string) => Promise<boolean>
  /** Enrols a person on behalf of staff, in the caller's transaction. */
  readonly enrol: (scope: StaffScope, db: TenantDb, courseId: number, userId: number) => Promise<EnrolResult>
  /** How many mails that can wait the client's plan still allows this month. */
  readonly mailRoom: (db: TenantDb) => Promise<number>
}

/** What mails about registrations need. */
export interface MailContext {
  readonly outbox: Outbox
  readonly publicUrl: string | null
  readonly demo: boolean
  /** Signs the links to registrations. */
  readonly linkKey: Buffer
}

export interface WorkshopsContext extends WorkshopDependencies, MailContext {
  readonly audit: Audit
  /** Signs when a form was opened. */
  readonly formKey: Buffer
}

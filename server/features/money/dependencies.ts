/** What the ledger and the programmes need of other features. */
import type { DueRefund } from '#contract/money/payments.ts'
import type { Language } from '#contract/languages.ts'
import type { Rows } from '#server/core/db/query.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'

/** What a person pays for a course. */
export interface CourseToPay {
  readonly title: string
  readonly currency: string
  readonly priceMinor: number
  readonly paidMinor: number
  readonly amountMinor: number | null
}

type ReadCourse = (scope: MemberScope, db: TenantDb, courseId: number) => Promise<CourseToPay | null>

export interface MoneyDependencies extends Pick<Notifier, 'notify'> {
  /** Refund requests that nobody has decided; the courses own them. */
  readonly openRefunds: (db: TenantDb, clientId: number) => Promise<DueRefund[]>
  /** Enrols a person who paid; above the number of seats, too. */
  readonly openCourses: (
    db: TenantDb,
    clientId: number,
    place: { courseIds: readonly number[]; userId: number; at: Date },
  ) => Promise<void>
  /** Ends an enrolment, as a refund does. */
  readonly closeCourse: (
    db: TenantDb,
    clientId: number,
    place: { courseId: number; userId: number; at: Date },
  ) => Promise<void>
  /** Null for a course without a price. */
  readonly courseToPay: ReadCourse
  /** The same before a payment is started: it holds a limited seat. */
  readonly courseForPayment: ReadCourse
  /** Gives the seat and opens the course, or notes that there was none; returns the purchase. */
  readonly sellCourse: (
    db: TenantDb,
    clientId: number,
    payment: {
      courseId: number
      userId: number
      priceMinor: number
      amountMinor: number
      currency: string
      reference: string
      at: Date
    },
  ) => Promise<number>
  /** Closes a course whose payment went back. */
  readonly courseRefunded: (
    db: TenantDb,
    clientId: number,
    refund: { purchaseId: number; at: Date },
  ) => Promise<void>
  readonly revokeCertificates: (
    db: TenantDb,
    clientId: number,
    of: { userId: number; courseIds: readonly number[]; at: Date },
  ) => Promise<void>
  readonly setReadOnly: (
    db: TenantDb,
    clientId: number,
    seats: readonly { userId: number; courseId: number; isReadOnly: boolean }[],
    at: Date,
  ) => Promise<void>
  /** Percent by the best released result of an assessment; null before one. */
  readonly scholarshipOf: (
    rows: Rows,
    learner: { clientId: number; userId: number },
    assessmentId: number,
    now: Date,
  ) => Promise<number | null>
  readonly paymentInstructions: (
    db: TenantDb,
    clientId: number,
    languages: readonly Language[],
  ) => Promise<string | null>
}

/** What a payment opens, and a refund closes. */
export type Grants = Pick<
  MoneyDependencies,
  | 'openCourses'
  | 'closeCourse'
  | 'sellCourse'
  | 'courseRefunded'
  | 'revokeCertificates'
  | 'setReadOnly'
  | 'notify'
>

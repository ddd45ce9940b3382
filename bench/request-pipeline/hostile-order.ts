/** What the sender of hostile bodies is told, and what it reports. */
export interface HostileOrder {
  readonly student: string
  readonly teacher: string
  /** Addresses that take comments and question files. */
  readonly comments: string
  readonly questions: string
  /** One kind of body alone, to find what costs; null for all in turn. */
  readonly only: string | null
}
export interface HostileReport {
  readonly sent: number
  /** Answers by kind and status. */
  readonly statuses: Readonly<Record<string, number>>
}

import type { RiskReason } from '#contract/dashboard/at-risk.ts'

/** As the job stores it; the title of the course is read with the page. */
export interface StoredReason {
  reason: RiskReason
  course_id: number | null
  value: number
  expected: number | null
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    dashboard_count: {
      client_id: number
      counted_at: Date
      recounted_at: Date
      took_ms: number
      learners: number
    }
    dashboard_viewer: {
      client_id: number
      viewer_id: number
      learners: number
      people: string
      counted_at: Date | null
      recounted_at: Date
      took_ms: number
    }
  }
}

import type { JSONColumnType } from 'kysely'
import type { Moment, MomentKind } from '#contract/moments/moments.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_moment: {
      client_id: number
      user_id: number
      kind: MomentKind
      subject: string
      moment: JSONColumnType<Moment>
      claim: string
      told_at: Date
    }
  }
}

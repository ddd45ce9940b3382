import type { Generated } from 'kysely'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    learner_profile: {
      client_id: number
      user_id: number
      first_name: Generated<string>
      last_name: Generated<string>
      bio: Generated<string>
      /** YYYY-MM-DD. */
      date_of_birth: Generated<string | null>
      professional_url: Generated<string | null>
      code_url: Generated<string | null>
      updated_at: Date
    }
  }
}

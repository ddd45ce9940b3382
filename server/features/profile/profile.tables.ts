import type { Generated } from 'kysely'
import type { DisplayChoice } from '#contract/profile/display.ts'
import type { PublicField } from '#contract/profile/public-fields.ts'

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
    display_choice: DisplayChoice & { client_id: number; user_id: number; saved_at: Date }
    public_profile: {
      client_id: number
      user_id: number
      is_on: boolean
      handle: string | null
      fields: PublicField[]
      is_listed: boolean
      saved_at: Date
    }
  }
}

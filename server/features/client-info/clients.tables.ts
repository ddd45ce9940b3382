import type { Generated, GeneratedAlways } from 'kysely'
import type { Language } from '#contract/languages.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    client: {
      client_id: number
      name: string
      short_name: string
      slug: string
      is_active: Generated<boolean>
      brand_colour: Generated<string>
      /** JSON text on the way in, an object on the way out. */
      theme: Generated<unknown>
      languages: Generated<Language[]>
      detect_browser_language: Generated<boolean>
      password_min: Generated<number>
      phone_required: Generated<boolean>
      /** Instructors and admins must use two-step sign-in. */
      staff_second_step: Generated<boolean>
      google_client_id: string | null
      support_email: string | null
      time_zone: Generated<string>
      currency: Generated<string>
      demo_seeded_at: Date | null
      set_up_at: Generated<Date | null>
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    client_feature: {
      client_id: number
      id: GeneratedAlways<number>
      slug: string
      title: string
      position: number
      links: unknown
      enabled: Generated<boolean>
    }
    client_host: { client_id: number; host: string }
  }
}

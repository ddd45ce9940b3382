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
      brand_version: Generated<number>
      settings_version: Generated<number>
      mail_sender: Generated<string | null>
      mail_reply_to: Generated<string | null>
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
      allowed: Generated<boolean>
    }
    client_host: { client_id: number; host: string; in_links: Generated<boolean> }
    client_brand_version: {
      client_id: number
      version: number
      /** JSON text on the way in, an object on the way out. */
      settings: unknown
      published_at: Date
      published_by: number | null
      restored_from: number | null
    }
    client_brand_draft: {
      client_id: number
      settings: unknown
      number: Generated<number>
      saved_at: Date
    }
    client_picture: { client_id: number; id: string; content: Buffer; uploaded_at: Date }
  }
}

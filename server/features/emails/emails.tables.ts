import type { ColumnType, Generated } from 'kysely'
import type {
  Audience,
  AutomationKind,
  CampaignState,
  Exclusion,
  purposes,
  RecipientState,
} from '#contract/emails/campaigns.ts'
import type { MailContent } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'

/** JSON that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    email_campaign: {
      client_id: number
      id: string
      name: string
      purpose: (typeof purposes)[number]
      automation: AutomationKind | null
      state: CampaignState
      content: Json<MailContent>
      audience: Json<Audience>
      version: Generated<number>
      made_by: number | null
      made_at: Date
      changed_at: Date
      scheduled_at: Date | null
      local_time: string | null
      started_by: number | null
      started_at: Date | null
      finished_at: Date | null
      on_since: Date | null
      looked_at: Date | null
      stopped_for: 'person' | 'mail_limit' | 'starter_left' | null
      stopped_at: Date | null
    }
    email_recipient: {
      client_id: number
      campaign_id: string
      number: number
      email: string
      email_key: string
      name: string | null
      user_id: number | null
      language: Language
      state: RecipientState
      exclusion: Exclusion | null
      error: string | null
      attempts: Generated<number>
      due_at: Date
      taken_at: Date | null
      settled_at: Date | null
      unsubscribed_at: Date | null
      bounced_at: Date | null
      bounce: string | null
      complained_at: Date | null
      opened_at: Date | null
      clicked_at: Date | null
      occasion: Generated<string>
      topic: string | null
      failing_since: Date | null
      failing_for: 'unreachable' | 'refused' | null
    }
    email_suppression: {
      client_id: number
      email_key: string
      reason: 'unsubscribed' | 'bounced' | 'complained'
      since: Date
      detail: string | null
    }
    email_settings: {
      client_id: number
      track_opens: Generated<boolean>
      events_key: Generated<number>
      last_event_at: Date | null
    }
    mail_sender: {
      client_id: number
      address: string
      domain: string
      selector: string
      public_key: string
      private_enc: Buffer
      verified_at: Date | null
      checked_at: Date | null
      made_by: number | null
      made_at: Date
    }
  }
}

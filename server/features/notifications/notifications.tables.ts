import type { Generated, GeneratedAlways } from 'kysely'
import type { MailRhythm, NotificationKind } from '#contract/notifications/notifications.ts'

export type NotificationParams = Readonly<Record<string, string | number>>

declare module '#server/core/db/tables.ts' {
  interface Tables {
    notification: {
      client_id: number
      id: GeneratedAlways<number>
      user_id: number
      kind: NotificationKind
      params: NotificationParams
      link: string
      dedupe_key: string
      created_at: Date
      in_app: boolean
      read_at: Date | null
      withdrawn: Generated<boolean>
      push_at: Date | null
      push_tries: Generated<number>
      pushed_at: Date | null
      mail_at: Date | null
    }
    notification_preference: {
      client_id: number
      user_id: number
      kind: NotificationKind
      in_app: boolean
      email: boolean
      push: boolean
    }
    notification_quiet: { client_id: number; user_id: number; from_minute: number; to_minute: number }
    notification_mail: { client_id: number; user_id: number; rhythm: MailRhythm; daily_minute: number }
    push_subscription: {
      client_id: number
      id: GeneratedAlways<number>
      user_id: number
      session_id: string
      endpoint: string
      p256dh: string
      auth: string
      created_at: Date
    }
    push_key: { id: number; public_key: string; private_enc: Buffer; created_at: Date }
  }
}

import type { Notification } from '#contract/notifications/notifications.ts'
import type { NotificationRow } from './notifications.repository.ts'

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  params: row.params,
  link: row.link,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
})

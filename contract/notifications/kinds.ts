/** Everything that people are told about, in the order of the settings; words are the app's. */
export const notificationKinds = [
  'mention',
  'reply',
  'followed',
  'accepted',
  'post_removed',
  'report_settled',
  'graded',
  'seat_offered',
  'course_opened',
  'badge_earned',
  'result_released',
  'result_changed',
  'extra_time',
  'appeal_decided',
  'live_reminder',
  'application_news',
  'application_message',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

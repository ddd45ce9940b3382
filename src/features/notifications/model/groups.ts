import type { Feature } from '#contract/client-info/client-info.ts'
import {
  kindFeature,
  notificationKinds,
  type NotificationKind,
} from '#contract/notifications/notifications.ts'
import { hasFeature } from '#src/core/client-config/features.ts'

/** The features that tell people something, in the order of the settings. */
const groups = [
  'community_forum',
  'course',
  'live_class',
  'attendance',
  'assessment',
  'job_portal',
  'admin_referral',
] as const

/** The notification kinds of the client's features, grouped by feature. */
export const kindGroups = (
  features: readonly Feature[],
): { group: (typeof groups)[number]; kinds: readonly NotificationKind[] }[] =>
  groups
    .filter((group) => hasFeature(features, group))
    .map((group) => ({ group, kinds: notificationKinds.filter((kind) => kindFeature[kind] === group) }))

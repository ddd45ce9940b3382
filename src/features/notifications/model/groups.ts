import type { Feature } from '#contract/client-info/client-info.ts'
import {
  kindFeature,
  notificationKinds,
  type NotificationKind,
} from '#contract/notifications/notifications.ts'
import { hasFeature } from '#src/core/client-config/features.ts'

export type KindGroup = 'community_forum' | 'course' | 'assessment'

/** The notification kinds of the client's features, grouped by feature. */
export const kindGroups = (
  features: readonly Feature[],
): { group: KindGroup; kinds: readonly NotificationKind[] }[] =>
  (['community_forum', 'course', 'assessment'] as const)
    .filter((group) => hasFeature(features, group))
    .map((group) => ({ group, kinds: notificationKinds.filter((kind) => kindFeature[kind] === group) }))

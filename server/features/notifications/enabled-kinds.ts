import './notifications.tables.ts'
import { sql } from 'kysely'
import {
  kindFeature,
  notificationKinds,
  type NotificationKind,
} from '#contract/notifications/notifications.ts'
import type { Tenant } from '#server/core/http/scope.ts'

/** The kinds of the client's features, and those that no feature switches off. */
export const kindsOf = ({ features }: Pick<Tenant, 'features'>): NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const feature = kindFeature[kind]
    return feature === null || features.has(feature)
  })

/**
 * An SQL array of the same for work without a request. Nothing is deleted: kinds of a feature that is off are neither
 * made, shown, mailed nor pushed, and what is there returns with the feature (TE5).
 */
export const enabledKinds = (clientId: number) => sql`
  (select coalesce(array_agg(k.kind), '{}')
    from unnest(${[...notificationKinds]}::text[], ${notificationKinds.map((kind) => kindFeature[kind])}::text[]) k (kind, feature)
    left join client_feature f on f.client_id = ${clientId} and f.slug = k.feature and f.enabled
    where k.feature is null or f.slug is not null)::text[]`

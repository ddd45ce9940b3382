import type { ClientInfo, Feature } from '#contract/client-info/client-info.ts'

/** A feature is on when its name matches the slug, compared case-insensitively (spec 2). */
export const hasFeature = (features: readonly Feature[], slug: string): boolean =>
  features.some((feature) => feature.slug.toLowerCase() === slug.toLowerCase())

/** False while the client's configuration is unknown: the server decides then. */
export const isFeatureOff = (info: Pick<ClientInfo, 'features'> | null, slug: string | undefined): boolean =>
  info !== null && slug !== undefined && !hasFeature(info.features, slug)

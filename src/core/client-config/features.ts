import type { Feature } from '#contract/client-info/client-info.ts'

/** A feature is on when its name matches the slug, compared case-insensitively (spec 2). */
export const hasFeature = (features: readonly Feature[], slug: string): boolean =>
  features.some((feature) => feature.slug.toLowerCase() === slug.toLowerCase())

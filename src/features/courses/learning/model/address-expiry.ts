import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import { expiryOf } from '#contract/files/stored-path.ts'

/** New addresses are requested this long before the old ones expire. */
export const RENEW_BEFORE_MS = 10 * 60_000

const textsOf = (item: TopicItem): readonly string[] => {
  if (item.type === 'article') return [item.html]
  if (item.type !== 'video') return []
  return [...item.sources.map(({ url }) => url), ...item.captions.map(({ url }) => url)]
}

/** When the first address of a file in this topic expires, in epoch ms; null when none does. */
export const firstExpiry = ({ items }: Pick<TopicPage, 'items'>): number | null => {
  const expiries = items.flatMap(textsOf).flatMap((text) => expiryOf(text) ?? [])
  return expiries.length === 0 ? null : Math.min(...expiries)
}

/** Where the texts of all pages are: one namespace a feature folder, and one a folder below it. */
import type { ResourceKey } from 'i18next'

export const pageNamespaces = import.meta.glob<{ default: ResourceKey }>([
  '../../features/*/locales/*.json',
  '../../features/*/locales/*/*.json',
])

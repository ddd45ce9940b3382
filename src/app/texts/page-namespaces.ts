/** Where the texts of all pages are: one namespace a feature folder, one a folder below it, and those of several features. */
import type { ResourceKey } from 'i18next'

const ofFeatures = import.meta.glob<{ default: ResourceKey }>([
  '../../features/*/locales/*.json',
  '../../features/*/locales/*/*.json',
  '../../features/*/locales/*/*/*.json',
])
/** `shared/question-files`: what more than one feature says, each word in one place. */
const ofSeveral = import.meta.glob<{ default: ResourceKey }>('../../shared/locales/*/*.json')

export const pageNamespaces = {
  ...ofFeatures,
  // Under the names that `load-namespace.ts`, which is in everybody's first file, makes of a namespace.
  ...Object.fromEntries(
    Object.entries(ofSeveral).map(([file, load]) => [
      file.replace('/shared/locales/', '/features/shared/locales/'),
      load,
    ]),
  ),
}

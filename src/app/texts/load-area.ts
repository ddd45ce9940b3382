/**
 * Where texts are: one namespace for each feature folder (`courses`), one for each folder below it
 * (`courses/catalogue`), and `shared/…` for texts of several features.
 */
import type { ResourceKey } from 'i18next'
import type { Texts } from '#src/core/i18n/language.ts'
import { areaOf } from './areas.ts'

const files = import.meta.glob<ResourceKey>(
  [
    '../locales/*.json',
    '../pwa/locales/*.json',
    '../../features/**/locales/**/*.json',
    '../../shared/locales/**/*.json',
  ],
  { import: 'default' },
)

/** `../../features/courses/locales/catalogue/hi.json` holds `courses/catalogue` in `hi`. */
const nameOf = (file: string) => {
  const [, folder = '', below = '', language = ''] = /^(.+)\/locales\/(.+\/)?(\w+)\.json$/.exec(file) ?? []
  const feature = folder.replace(/^\.\.$/, 'app').replace(/^.*\//, '')
  return { language, namespace: `${feature}/${below}`.replace(/\/$/, '') }
}
const all = Object.entries(files).map(([file, load]) => ({ ...nameOf(file), load }))

/** A namespace brings its whole area along: their texts are in one file. */
export const loadArea = async (language: string, namespace: string): Promise<Record<string, ResourceKey>> => {
  const area = all.filter(
    (each) => each.language === language && areaOf(each.namespace) === areaOf(namespace),
  )
  if (!area.some((each) => each.namespace === namespace))
    throw new Error(`No texts for ${namespace} in ${language}`)
  const loaded = await Promise.all(area.map(async (each) => [each.namespace, await each.load()] as const))
  return Object.fromEntries(loaded)
}

/** For `startLanguage`: what the pages before sign-in, the guards and error messages need. */
export const texts: Texts = { load: loadArea, first: ['app', 'auth'] }

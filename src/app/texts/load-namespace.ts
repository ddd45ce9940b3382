/**
 * Where texts are: one namespace for each feature folder (`courses`), one for each folder below it
 * (`courses/catalogue`), and `shared/…` for texts of several features. The build joins them to one file for each
 * language and area (build/chunks.ts).
 */
import type { ResourceKey } from 'i18next'
import type { Texts } from '#src/core/i18n/language.ts'

const files = import.meta.glob<ResourceKey>(
  [
    '../locales/*.json',
    '../pwa/locales/*.json',
    '../../features/**/locales/**/*.json',
    '../../shared/locales/**/*.json',
  ],
  { import: 'default' },
)

const fileOf = (language: string, namespace: string) => {
  if (namespace === 'app') return `../locales/${language}.json`
  if (namespace === 'pwa') return `../pwa/locales/${language}.json`
  const [feature, ...parts] = namespace.split('/')
  if (feature === 'shared') return `../../shared/locales/${[...parts, language].join('/')}.json`
  return `../../features/${[feature, 'locales', ...parts, language].join('/')}.json`
}

export const loadNamespace = async (language: string, namespace: string): Promise<ResourceKey> => {
  const load = files[fileOf(language, namespace)]
  if (!load) throw new Error(`No texts for ${namespace} in ${language}`)
  return load()
}

/** For `startLanguage`: what the pages before sign-in, the guards and error messages need. */
export const texts: Texts = { load: loadNamespace, first: ['app', 'auth'] }

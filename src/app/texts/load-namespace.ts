/** The texts behind sign-in, one namespace a feature folder, fetched when a page asks for them. */
import type { ResourceKey } from 'i18next'

const files = import.meta.glob<{ default: ResourceKey }>([
  '../../features/*/locales/*.json',
  '../locales/*.json',
])

const fileOf = (language: string, namespace: string) =>
  namespace === 'app' ? `../locales/${language}.json` : `../../features/${namespace}/locales/${language}.json`

/** An unknown namespace is an error of ours and says so. */
export const loadNamespace = async (language: string, namespace: string): Promise<ResourceKey> => {
  const load = files[fileOf(language, namespace)]
  if (!load) throw new Error(`No texts for ${namespace} in ${language}`)
  return (await load()).default
}

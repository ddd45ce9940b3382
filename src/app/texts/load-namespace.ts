/**
 * The texts behind sign-in, fetched when a page asks for them: one namespace a feature folder (`courses`), and one a
 * folder below it for what its first page does without (`courses/catalogue`).
 */
import type { ResourceKey } from 'i18next'

const files = import.meta.glob<{ default: ResourceKey }>([
  '../../features/*/locales/*.json',
  '../../features/*/locales/*/*.json',
  '../locales/*.json',
])

const fileOf = (language: string, namespace: string) => {
  if (namespace === 'app') return `../locales/${language}.json`
  const [feature, part] = namespace.split('/')
  return `../../features/${feature}/locales/${part ? `${part}/` : ''}${language}.json`
}

/** An unknown namespace is an error of ours and says so. */
export const loadNamespace = async (language: string, namespace: string): Promise<ResourceKey> => {
  const load = files[fileOf(language, namespace)]
  if (!load) throw new Error(`No texts for ${namespace} in ${language}`)
  return (await load()).default
}

/**
 * The texts behind sign-in, fetched when a page asks for them: one namespace a feature folder (`courses`), and one a
 * folder below it for what its first page does without (`courses/catalogue`). The first view's are named here; the list
 * of all others, long as it is, comes with the first page that needs one.
 */
import type { ResourceKey } from 'i18next'

const first = import.meta.glob<{ default: ResourceKey }>([
  '../locales/*.json',
  '../../features/courses/locales/*.json',
])

const fileOf = (language: string, namespace: string) => {
  if (namespace === 'app') return `../locales/${language}.json`
  const [feature, ...parts] = namespace.split('/')
  return `../../features/${[feature, 'locales', ...parts, language].join('/')}.json`
}

/** An unknown namespace is an error of ours and says so. */
export const loadNamespace = async (language: string, namespace: string): Promise<ResourceKey> => {
  const file = fileOf(language, namespace)
  const load = first[file] ?? (await import('./page-namespaces.ts')).pageNamespaces[file]
  if (!load) throw new Error(`No texts for ${namespace} in ${language}`)
  return (await load()).default
}

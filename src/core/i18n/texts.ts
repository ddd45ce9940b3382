/**
 * The texts needed before sign-in, and a lookup for them that reads i18next's format (v4 JSON: `{{name}}`,
 * plural suffixes). A test holds its answers equal to i18next's over every such text.
 */
import type { Language } from '#contract/languages.ts'

export type TextTree = { [key: string]: string | TextTree }
export type TextBundle = Record<string, TextTree>
export type TextParams = Record<string, string | number>

type Loader = (language: Language) => Promise<TextBundle>

let loader: Loader = () => Promise.resolve({})
const loaded = new Map<Language, TextBundle>()
let active: { language: Language; bundle: TextBundle } = { language: 'en', bundle: {} }

/** The app hands in where the texts come from: core knows no feature. */
export const provideTexts = (load: Loader) => {
  loader = load
  loaded.clear()
}

/** Makes a language's texts the active ones; a language that cannot be fetched leaves the present one, else English. */
export const loadTexts = async (language: Language): Promise<void> => {
  for (const candidate of [language, 'en'] as const) {
    try {
      const bundle = loaded.get(candidate) ?? (await loader(candidate))
      loaded.set(candidate, bundle)
      active = { language: candidate, bundle }
      return
    } catch {
      // Offline or the file is gone: the next best language.
    }
  }
}

export const activeTexts = () => active

const find = (tree: TextTree | undefined, path: readonly string[]): string | undefined => {
  let node: string | TextTree | undefined = tree
  for (const step of path)
    node = typeof node === 'object' && Object.hasOwn(node, step) ? node[step] : undefined
  return typeof node === 'string' ? node : undefined
}

const plural = (language: Language, count: number) => new Intl.PluralRules(language).select(count)

const fill = (text: string, params: TextParams): string =>
  text.replace(/\{\{-?\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  )

export const lookup = (
  bundle: TextBundle,
  language: Language,
  namespace: string,
  key: string,
  params: TextParams = {},
): string | undefined => {
  const path = key.split('.')
  const last = path.pop() ?? ''
  const tree = bundle[namespace]
  const { count } = params
  const counted =
    typeof count === 'number'
      ? (find(tree, [...path, `${last}_${plural(language, count)}`]) ??
        find(tree, [...path, `${last}_other`]))
      : undefined
  const text = counted ?? find(tree, [...path, last])
  return text === undefined ? undefined : fill(text, params)
}

/** A text of the active language for code outside components; the key itself when it does not exist. */
export const text = (namespace: string, key: string, params?: TextParams): string =>
  lookup(active.bundle, active.language, namespace, key, params) ?? key

export const hasText = (namespace: string, key: string): boolean =>
  lookup(active.bundle, active.language, namespace, key, { count: 1 }) !== undefined

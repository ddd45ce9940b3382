import type { Language } from '#contract/languages.ts'

export type LegalText = 'terms' | 'privacy'
export interface LegalDocument {
  title: string
  /** Heading and text of each part. */
  parts: [string, string][]
}
type LegalFile = Record<LegalText, { title: string; parts: string[][] }>

const files = import.meta.glob<{ default: LegalFile }>('../legal/*.json')

/** Loads one of the two texts and fills in the client's name. */
export const loadLegal = async (
  language: Language,
  kind: LegalText,
  name: string,
): Promise<LegalDocument> => {
  const load = files[`../legal/${language}.json`]
  if (!load) throw new Error(`no legal texts in ${language}`)
  const { title, parts } = (await load()).default[kind]
  const filled = parts.map(
    ([heading = '', text = '']) => [heading, text.replaceAll('{{name}}', name)] as [string, string],
  )
  return { title, parts: filled }
}

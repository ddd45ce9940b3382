import type { Language } from '#contract/common.ts'

export type LegalText = 'terms' | 'privacy'
export interface LegalDocument {
  title: string
  /** Heading and text of each part. */
  parts: [string, string][]
}
type LegalFile = Record<LegalText, { title: string; parts: string[][] }>

const files: Record<Language, () => Promise<{ default: LegalFile }>> = {
  en: () => import('../legal/en.json'),
  hi: () => import('../legal/hi.json'),
  ar: () => import('../legal/ar.json'),
}

/** Loads one of the two texts and fills in the client's name. */
export const loadLegal = async (
  language: Language,
  kind: LegalText,
  name: string,
): Promise<LegalDocument> => {
  const { title, parts } = (await files[language]()).default[kind]
  const filled = parts.map(
    ([heading = '', text = '']) => [heading, text.replaceAll('{{name}}', name)] as [string, string],
  )
  return { title, parts: filled }
}

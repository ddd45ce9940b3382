import { type Language, languageInfo } from '#contract/languages.ts'

/** Texts of one namespace flattened to `a.b.c` → sentence. */
export type Texts = Record<string, string>

export const flatten = (value: unknown, prefix = ''): Texts => {
  if (typeof value === 'string') return { [prefix]: value }
  if (typeof value !== 'object' || value === null) return { [prefix]: '' }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, child]) => flatten(child, prefix ? `${prefix}.${key}` : key)),
  ) as Texts
}

const PLURAL = /_(zero|one|two|few|many|other)$/

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map((match) => match[1] as string).sort()

/** Keys whose percentage is not written like Intl writes it with ASCII digits in all languages: "50%". */
export const spacedPercents = (texts: Texts): string[] =>
  Object.keys(texts).filter((key) => /[\d}]\s%|٪/u.test(texts[key] ?? ''))

/** Differences from English: missing, extra and empty texts, missing plural forms, wrong placeholders. */
export const textProblems = (english: Texts, other: Texts, language: Language): string[] => {
  const problems: string[] = []
  const stems = new Set(
    Object.keys(english)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  )
  const expected = new Set<string>()
  for (const key of Object.keys(english)) {
    const stem = key.replace(PLURAL, '')
    if (stems.has(stem))
      for (const form of languageInfo(language).pluralForms) expected.add(`${stem}_${form}`)
    else expected.add(key)
  }
  for (const key of expected) {
    const text = other[key]
    if (text === undefined) problems.push(`${language}: ${key} is missing`)
    else if (text.trim() === '') problems.push(`${language}: ${key} is empty`)
    else {
      const stem = key.replace(PLURAL, '')
      const source = english[key] ?? english[`${stem}_other`] ?? ''
      const missing = placeholders(source).filter(
        (name) => name !== 'count' && !placeholders(text).includes(name),
      )
      const unknown = placeholders(text).filter(
        (name) => name !== 'count' && !placeholders(source).includes(name),
      )
      for (const name of [...missing, ...unknown])
        problems.push(`${language}: ${key} disagrees on {{${name}}}`)
    }
  }
  for (const key of Object.keys(other))
    if (!expected.has(key)) problems.push(`${language}: ${key} is not in English`)
  return problems
}

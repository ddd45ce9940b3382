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
const FORMS: Record<string, readonly string[]> = {
  en: ['one', 'other'],
  hi: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
}

const places = (text: string) =>
  [...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map((match) => match[1] as string).sort()

/** A percentage is written as Intl writes it beside ASCII digits, in all three languages: "50%", never "50 %" or "50٪". */
export const spacedPercents = (texts: Texts): string[] =>
  Object.keys(texts).filter((key) => /[\d}]\s%|٪/u.test(texts[key] ?? ''))

/** What differs between English and another language: missing, extra, empty, lost plural forms, lost placeholders. */
export const textProblems = (english: Texts, other: Texts, language: string): string[] => {
  const problems: string[] = []
  const stems = new Set(
    Object.keys(english)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  )
  const wanted = new Set<string>()
  for (const key of Object.keys(english)) {
    const stem = key.replace(PLURAL, '')
    if (stems.has(stem)) for (const form of FORMS[language] ?? []) wanted.add(`${stem}_${form}`)
    else wanted.add(key)
  }
  for (const key of wanted) {
    const text = other[key]
    if (text === undefined) problems.push(`${language}: ${key} is missing`)
    else if (text.trim() === '') problems.push(`${language}: ${key} is empty`)
    else {
      const stem = key.replace(PLURAL, '')
      const source = english[key] ?? english[`${stem}_other`] ?? ''
      const lost = places(source).filter((name) => name !== 'count' && !places(text).includes(name))
      const unknown = places(text).filter((name) => name !== 'count' && !places(source).includes(name))
      for (const name of [...lost, ...unknown]) problems.push(`${language}: ${key} disagrees on {{${name}}}`)
    }
  }
  for (const key of Object.keys(other))
    if (!wanted.has(key)) problems.push(`${language}: ${key} is not in English`)
  return problems
}

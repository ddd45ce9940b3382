import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Language, languageInfo, languages } from '#contract/languages.ts'
import { root } from './rules/sources.ts'
import { flatten, spacedPercents, textProblems, type Texts } from './rules/texts.ts'

const folders = [
  'src/app/locales',
  'src/app/pwa/locales',
  ...readdirSync(join(root, 'src/shared/locales')).map((name) => `src/shared/locales/${name}`),
  ...readdirSync(join(root, 'src/features'))
    .map((name) => `src/features/${name}/locales`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => [
      folder,
      ...readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    ])
    .filter((folder) => existsSync(join(root, folder, 'en.json'))),
]
const read = (folder: string, language: Language): Texts =>
  flatten(JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')))

/** Names, formats and codes are the same in every language. */
const isUntranslatable = (text: string) => !/[A-Za-z]{3,}/.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''))

const [source, ...translations] = languages

const isInScript = (text: string, language: Language) =>
  new RegExp(`\\p{Script=${languageInfo(language).script}}`, 'u').test(text)

describe('texts in every language', () => {
  it('control: finds several text folders', () => {
    expect(folders.length).toBeGreaterThan(4)
  })

  it.each(folders)('has every English text of %s in every language', (folder) => {
    const english = read(folder, source)
    const problems = languages.flatMap((language) => textProblems(english, read(folder, language), language))
    expect(problems).toEqual([])
  })

  it.each(folders)('writes the sentences of %s in the script of their language', (folder) => {
    const english = read(folder, source)
    const untranslated = translations.flatMap((language) =>
      Object.entries(read(folder, language))
        .filter(([, text]) => !isUntranslatable(text) && !isInScript(text, language))
        .filter(([key, text]) => english[key] === text && /\s/.test(text))
        .map(([key]) => `${language}: ${key}`),
    )
    expect(untranslated).toEqual([])
  })

  it.each(folders)('writes percentages in %s without a space', (folder) => {
    expect(languages.flatMap((language) => spacedPercents(read(folder, language)))).toEqual([])
  })

  it('control: finds percent signs after a space and of another kind', () => {
    const texts = {
      a: '{{percent}} % done',
      b: '50 %',
      c: 'اكتمل {{percent}}٪',
      d: '{{percent}}%',
      e: 'From (%)',
    }
    expect(spacedPercents(texts)).toEqual(['a', 'b', 'c'])
  })

  it('control: finds a missing key, plural form and placeholder', () => {
    const english = { a: 'Hello {{name}}', n_one: '{{count}} day', n_other: '{{count}} days', b: 'B' }
    const arabic = { a: 'مرحبا', n_zero: '0', n_one: '1', n_two: '2', n_few: '3', n_other: '5' }
    expect(textProblems(english, arabic, 'ar')).toEqual([
      'ar: a disagrees on {{name}}',
      'ar: n_many is missing',
      'ar: b is missing',
    ])
  })
})

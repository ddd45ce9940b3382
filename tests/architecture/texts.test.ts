import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './sources.ts'
import { flatten, spacedPercents, textProblems, type Texts } from './texts.ts'

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
const read = (folder: string, language: string): Texts =>
  flatten(JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')))

/** Words that are the same in every language here: names, formats, codes. */
const sameOnPurpose = (text: string) => !/[A-Za-z]{3,}/.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''))

describe('texts in three languages', () => {
  it('given the features, when their text folders are counted, then there are several', () => {
    expect(folders.length).toBeGreaterThan(4)
  })

  it.each(folders)(
    'given %s, when languages are compared, then Hindi and Arabic say everything English says',
    (folder) => {
      const english = read(folder, 'en')
      expect(textProblems(english, english, 'en')).toEqual([])
      expect(textProblems(english, read(folder, 'hi'), 'hi')).toEqual([])
      expect(textProblems(english, read(folder, 'ar'), 'ar')).toEqual([])
    },
  )

  it.each(folders)(
    'given %s, when a sentence is read, then it is written in the script of its language',
    (folder) => {
      const english = read(folder, 'en')
      const scripts = { hi: /\p{Script=Devanagari}/u, ar: /\p{Script=Arabic}/u } as const
      const untranslated = (['hi', 'ar'] as const).flatMap((language) =>
        Object.entries(read(folder, language))
          .filter(([, text]) => !sameOnPurpose(text) && !scripts[language].test(text))
          .filter(([key, text]) => english[key] === text && /\s/.test(text))
          .map(([key]) => `${language}: ${key}`),
      )
      expect(untranslated).toEqual([])
    },
  )

  it.each(folders)('given %s, when a percentage is said, then its sign touches the number', (folder) => {
    expect(['en', 'hi', 'ar'].flatMap((language) => spacedPercents(read(folder, language)))).toEqual([])
  })

  it('given signs that stand apart or are of another kind, when looked for, then each is named', () => {
    const said = {
      a: '{{percent}} % done',
      b: '50 %',
      c: 'اكتمل {{percent}}٪',
      d: '{{percent}}%',
      e: 'From (%)',
    }
    expect(spacedPercents(said)).toEqual(['a', 'b', 'c'])
  })

  it('given a language that lost a key, a plural form and a placeholder, when compared, then each is named', () => {
    const english = { a: 'Hello {{name}}', n_one: '{{count}} day', n_other: '{{count}} days', b: 'B' }
    const arabic = { a: 'مرحبا', n_zero: '0', n_one: '1', n_two: '2', n_few: '3', n_other: '5' }
    expect(textProblems(english, arabic, 'ar')).toEqual([
      'ar: a disagrees on {{name}}',
      'ar: n_many is missing',
      'ar: b is missing',
    ])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageInfo, languages } from '#contract/languages.ts'
import { root, sources, type Source } from './rules/sources.ts'

const code = languages.join('|')
/** A list, a union or a comparison of language codes; a record by language is complete by its type. */
const LIST = new RegExp(
  String.raw`(['"])(?:${code})\1\s*[,|]\s*(['"])(?:${code})\2|[=!]== (['"])(?:${languages.slice(1).join('|')})\3|\b(?:${code})\|(?:${code})\b`,
)
const EXCEPTIONS =
  /^(?:contract\/languages\.ts|server\/(?:demo|migrations)\/|src\/app\/pages\/(?:DevUiPage|dev-ui\/))/
const listsIn = (files: readonly Source[]) =>
  files
    .filter(({ path }) => !EXCEPTIONS.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (LIST.test(line) ? [`${path}:${index + 1}`] : [])),
    )
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('languages', () => {
  it('have one list in contract/languages.ts', () => {
    expect(listsIn(sources(['build', 'contract', 'e2e', 'scripts', 'server', 'src']))).toEqual([])
  })

  it.each(["['en', 'hi']", "'en' | 'ar'", "language === 'ar'", '/(en|hi)[.]json/'])(
    'control: finds %s',
    (text) => {
      expect(listsIn([{ path: 'src/x.ts', text }])).toHaveLength(1)
    },
  )

  it.each(languages)('have a font, texts of the first screens and install pictures for %s', (language) => {
    const styles = sources(['src'], /\.css$/).map(({ text }) => text)
    expect(styles.some((text) => text.includes(`font-family: '${languageInfo(language).font}'`))).toBe(true)
    expect(read('index.html')).toContain(`<p lang="${language}"`)
    expect(read('public/sw-custom.js')).toContain(`<p lang="${language}"`)
    for (const form of ['narrow', 'wide'])
      expect(existsSync(join(root, `server/features/client-info/shots/home-${form}-${language}.shot`))).toBe(
        true,
      )
  })
})

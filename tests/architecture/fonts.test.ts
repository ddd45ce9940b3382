import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageInfo, languages, type Language } from '#contract/languages.ts'
import { charactersOf, subsetFonts } from '../../build/fonts.ts'
import { root } from './rules/sources.ts'

const FIRST_VISIT_BYTES = 60_000
const SHEET = join(root, 'src', 'app', 'fonts.css')
const written = readFileSync(SHEET, 'utf8')

/** The `@font-face` blocks of a family in the order of the sheet. */
const facesOf = (css: string, family: string) =>
  (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).filter((face) => face.includes(`font-family: '${family}'`))
/** The last face of a family has what every page needs. */
const firstVisitFaces = (css: string, language: Language) => {
  const { font } = languageInfo(language)
  return [
    facesOf(css, 'Inter Variable').at(-1) ?? '',
    ...(/Inter/.test(font) ? [] : [facesOf(css, font).at(-1) ?? '']),
  ]
}
const charactersIn = (face: string) =>
  new Set(charactersOf(/unicode-range:\s*([^;]+);/.exec(face)?.[1] ?? ''))

const textsOf = (language: Language) =>
  globSync([`src/**/locales/**/${language}.json`], { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('')
/** Pictures among the letters come from the device's own fonts. */
const isOfFonts = (character: string) => /[\p{L}\p{M}\p{N}\p{P}]/u.test(character)
const missingIn = (faces: readonly string[], text: string) => {
  const available = new Set(faces.flatMap((face) => [...charactersIn(face)]))
  return [...new Set(text)].filter((character) => isOfFonts(character) && !available.has(character))
}

describe('fonts of the build', () => {
  it.each(languages)('have every character of the app’s texts in the first files of %s', (language) => {
    expect(missingIn(firstVisitFaces(written, language), textsOf(language))).toEqual([])
  })

  it('control: finds a letter that no first file has', () => {
    expect(missingIn(firstVisitFaces(written, 'hi'), 'नमस्ते ङ Ł')).toEqual(['ङ', 'Ł'])
  })

  it.each(languages)('are at most 60 kB on a first visit in %s', async (language) => {
    const css = await subsetFonts(root, SHEET, written)
    const sizes = firstVisitFaces(css, language).map(
      (face) => statSync(resolve(root, 'src', 'app', /url\('([^']+)'\)/.exec(face)?.[1] ?? '')).size,
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_VISIT_BYTES)
  })
})

/**
 * Cuts every font to what its `@font-face` declares: the characters of `unicode-range` and the weights of `font-weight`.
 * The style sheet stays valid without this step, with whole files. Made once for each font and declaration: the results
 * are kept in `node_modules/.cache/fonts`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FACE = /@font-face\s*\{[^}]*\}/g
const URL = /url\('(@fontsource[^']+\.woff2)'\)/g
/** Redundant in a browser: hints, names of styles, and metrics that it also finds in the outlines. */
const TABLES_LEFT_OUT = ['STAT', 'HVAR', 'MVAR', 'gasp', 'prep']

/** What shaping needs, by package. Alternate letters are left out, and kerning where it costs more than it shows. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  inter: ['ccmp', 'kern', 'mark', 'mkmk', 'tnum'],
  'noto-sans-arabic': [
    ...[
      'calt',
      'ccmp',
      'curs',
      'fina',
      'init',
      'isol',
      'kern',
      'liga',
      'locl',
      'mark',
      'medi',
      'mkmk',
      'rlig',
    ],
  ],
  'noto-sans-devanagari': [
    ...[
      'abvm',
      'abvs',
      'akhn',
      'blwf',
      'blwm',
      'blws',
      'ccmp',
      'cjct',
      'haln',
      'half',
      'mark',
      'mkmk',
      'nukt',
    ],
    ...['pres', 'psts', 'rkrf', 'rphf', 'vatu'],
  ],
}

/** `U+0041-0043, U+00E9` is `ABCé`. */
export const charactersOf = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')

const declared = (face: string, property: string): string => {
  const value = new RegExp(`${property}:\\s*([^;]+);`).exec(face)?.[1]
  if (value === undefined) throw new Error(`fonts: an @font-face declares no ${property}: ${face}`)
  return value
}

const subsetOf = async (file: string, face: string): Promise<Buffer> => {
  const [min = 400, max = min] = declared(face, 'font-weight').split(' ').map(Number)
  const keepFeatures = Object.entries(FEATURES).find(([name]) => file.includes(`/${name}/`))?.[1]
  return subsetFont(readFileSync(file), charactersOf(declared(face, 'unicode-range')), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min, max } },
    dropTables: TABLES_LEFT_OUT,
    ...(keepFeatures && { keepFeatures: [...keepFeatures] }),
  })
}

/** The file of a subset; a name of its own until it is whole, because two builds may run at once. */
const fileOfSubset = async (root: string, name: string, face: string): Promise<string> => {
  const source = createRequire(join(root, 'package.json')).resolve(name)
  const rules = JSON.stringify([FEATURES, TABLES_LEFT_OUT])
  const key = [declared(face, 'unicode-range'), declared(face, 'font-weight'), rules].join()
  const hash = createHash('sha256').update(readFileSync(source)).update(key).digest('hex').slice(0, 16)
  const folder = join(root, 'node_modules', '.cache', 'fonts')
  const file = join(folder, `${/\/files\/([a-z-]+)-wght/.exec(name)?.[1] ?? 'font'}-${hash}.woff2`)
  if (existsSync(file)) return file
  const bytes = await subsetOf(source, face)
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, file)
  return file
}

const replaceAsync = async (text: string, pattern: RegExp, by: (...found: string[]) => Promise<string>) => {
  const results = await Promise.all([...text.matchAll(pattern)].map((found) => by(...found)))
  return text.replace(pattern, () => results.shift() ?? '')
}

/** The style sheet `path` with every font replaced by its subset. */
export const subsetFonts = (root: string, path: string, css: string): Promise<string> =>
  replaceAsync(css, FACE, (face) =>
    replaceAsync(face, URL, async (_whole, name = '') => {
      const file = await fileOfSubset(root, name, face)
      return `url('${relative(dirname(path), file).replaceAll('\\', '/')}')`
    }),
  )

export const fonts = (root: string): Plugin => ({
  name: 'fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/app\/fonts\.css$/ },
    handler: async (css, id) => ({ code: await subsetFonts(root, id, css), map: null }),
  },
})

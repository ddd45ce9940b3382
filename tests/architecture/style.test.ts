import { describe, expect, it } from 'vitest'
import { sources, type Source } from './rules/sources.ts'

const app = sources(['src'])
const all = sources(['contract', 'server', 'src', 'scripts', 'bench'])
const lines = (text: string) => text.split('\n').length
const hits = (files: readonly Source[], pattern: RegExp) =>
  files.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((text, index) =>
        pattern.test(text) ? [`${file.path}:${index + 1} ${text.trim().slice(0, 90)}`] : [],
      ),
  )

const PHYSICAL =
  /["'` ](-?(ml|mr|pl|pr)-[0-9[]|(left|right)-[0-9[]|text-(left|right)\b|border-[lr]\b|rounded-[lr]\b)/
const HEX = /#[0-9a-fA-F]{6}\b|\brgba?\(/

describe('house style', () => {
  it('keeps components below 250 lines and other sources below 400', () => {
    const long = all
      .filter((file) => !/^server\/(demo|migrations)\//.test(file.path))
      .filter((file) => lines(file.text) > (file.path.endsWith('.tsx') ? 250 : 400))
      .map((file) => `${file.path}: ${lines(file.text)} lines`)
    expect(long).toEqual([])
  })

  it('uses only logical directions in classes', () => {
    expect(
      hits(
        app.filter((file) => file.path.endsWith('.tsx')),
        PHYSICAL,
      ),
    ).toEqual([])
    expect(hits([{ path: 'x.tsx', text: `<p className="ml-4">` }], PHYSICAL)).toHaveLength(1)
  })

  it('truncates a name at its end whatever its direction', () => {
    // A parent that truncates cuts the first words of an English title in an Arabic page, so the <bdi> must truncate.
    const truncatedByParent = /\btruncate\b[^"'<>]*["'][^<>]*>\s*<bdi(?: [^<>]*)?>[^<>]*<\/bdi>\s*<\/(?!td)/
    const found = app.filter(({ path, text }) => path.endsWith('.tsx') && truncatedByParent.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(truncatedByParent.test('<p className="truncate"><bdi>{name}</bdi></p>')).toBe(true)
  })

  it('puts no lone bdi into dir="auto", which does not look into it', () => {
    const loneBdi =
      /<(\w+)(?: [^<>]*)? dir="auto"[^<>]*>\s*(?:<Link[^<>]*>\s*)?<bdi(?: [^<>]*)?>[^<>]*<\/bdi>\s*(?:<\/Link>\s*)?<\/\1>/
    const found = app.filter(({ path, text }) => path.endsWith('.tsx') && loneBdi.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(
      loneBdi.test('<h2 id="a" dir="auto" className="b">\n<Link to={x}>\n<bdi>{title}</bdi>\n</Link></h2>'),
    ).toBe(true)
    expect(loneBdi.test('<p dir="auto">By <bdi>{name}</bdi></p>')).toBe(false)
  })

  it('writes numbers and dates in ASCII digits, which a bare language code does not promise', () => {
    const bare = /Intl\.(DateTime|Number)Format\((language|lang)\b/
    expect(hits(app, bare)).toEqual([])
    expect(hits([{ path: 'x.ts', text: 'new Intl.NumberFormat(language)' }], bare)).toHaveLength(1)
    expect(hits([{ path: 'x.ts', text: 'new Intl.NumberFormat(localeOf(language))' }], bare)).toEqual([])
  })

  it('uses colour roles instead of colour values', () => {
    const components = app.filter((file) => /^src\/(features|app|shared\/ui)\/.*\.tsx$/.test(file.path))
    expect(hits(components, HEX)).toEqual([])
    expect(hits([{ path: 'x.tsx', text: `color: '#ff00aa'` }], HEX)).toHaveLength(1)
  })

  it('carries no text in decorative colours', () => {
    const textInDecor = /\b(text|placeholder|caret|decoration)-decor-/
    expect(hits(app, textInDecor)).toEqual([])
    expect(hits([{ path: 'x.tsx', text: `<p className="text-decor-gold">` }], textInDecor)).toHaveLength(1)
  })

  it('C4: writes HTML only in SafeHtml and creates policies in one module', () => {
    const outside = (allowed: RegExp) => app.filter((file) => !allowed.test(file.path))
    expect(
      hits(
        outside(/^src\/shared\/ui\/content\/SafeHtml\.tsx$/),
        /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/,
      ),
    ).toEqual([])
    expect(hits(outside(/^src\/core\/security\/trusted-types\.ts$/), /createPolicy\(/)).toEqual([])
  })

  it('accesses browser storage only in src/core/storage', () => {
    const outside = app.filter((file) => !file.path.startsWith('src/core/storage/'))
    // Comments may mention it.
    expect(
      hits(
        outside,
        /^(?!\s*(?:\/\/|\*|\/\*)).*\b(window\.)?(localStorage|sessionStorage)\.(get|set|remove|clear)/,
      ),
    ).toEqual([])
  })

  it('exports by name only', () => {
    expect(hits(all, /^export \* from/)).toEqual([])
    expect(
      hits(
        app.filter((file) => !file.path.endsWith('.d.ts')),
        /^export default/,
      ),
    ).toEqual([])
  })

  it('draws the cases of properties the same way in every run', () => {
    const tests = sources(['tests']).filter(({ path }) => path !== 'tests/support/property.ts')
    const direct = /from 'fast-check'/
    expect(hits(tests, direct).filter((hit) => !hit.startsWith('tests/architecture/style'))).toEqual([])
    expect(hits([{ path: 'x.test.ts', text: "import fc from 'fast-check'" }], direct)).toHaveLength(1)
  })

  it('keeps the titles of tests at 90 characters or less, without given, when and then', () => {
    const title = /(['"`])((?:(?!\1)[^\n])+)\1,\s*(?:async )?\([^()\n]*\)(?:: [\w<>]+)? =>/g
    const badTitles = (text: string) =>
      [...text.matchAll(title)]
        .map((match) => (match[2] as string).replaceAll(/\$\{[^}]*\}/g, '10'))
        .filter((words) => words.length > 90 || /^given .+, then /.test(words))
    const tests = sources(['tests', 'e2e']).filter(
      ({ path }) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/architecture/style.test.ts',
    )
    expect(tests.flatMap(({ path, text }) => badTitles(text).map((words) => `${path}: ${words}`))).toEqual([])
    expect(badTitles("it('given a code, when it is old, then it fails', async () => {")).toHaveLength(1)
    expect(badTitles(`test('${'x'.repeat(91)}', () => {`)).toHaveLength(1)
  })

  it('contains no marks of unfinished work', () => {
    const product = all.filter((file) => /^(contract|server|src)\//.test(file.path))
    expect(hits(product, /\b(TODO|FIXME|XXX|not implemented|lorem ipsum)\b/i)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { sources, type Source } from './sources.ts'

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
  it('given components, when measured, then none is longer than 250 lines and no other source than 400', () => {
    const long = all
      .filter((file) => !/^server\/(demo|migrations)\//.test(file.path))
      .filter((file) => lines(file.text) > (file.path.endsWith('.tsx') ? 250 : 400))
      .map((file) => `${file.path}: ${lines(file.text)} lines`)
    expect(long).toEqual([])
  })

  it('given the app, when classes are read, then direction is logical (a mirror, not an afterthought)', () => {
    expect(
      hits(
        app.filter((file) => file.path.endsWith('.tsx')),
        PHYSICAL,
      ),
    ).toEqual([])
    expect(hits([{ path: 'x.tsx', text: `<p className="ml-4">` }], PHYSICAL)).toHaveLength(1)
  })

  it('given a name in its own direction, when it is too long, then its end is cut and not its beginning', () => {
    // Cut by the line around it, an English title in an Arabic page loses its first words: the name cuts itself.
    const cutFromOutside = /\btruncate\b[^"'<>]*["'][^<>]*>\s*<bdi(?: [^<>]*)?>[^<>]*<\/bdi>\s*<\/(?!td)/
    const found = app.filter(({ path, text }) => path.endsWith('.tsx') && cutFromOutside.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(cutFromOutside.test('<p className="truncate"><bdi>{name}</bdi></p>')).toBe(true)
  })

  it('given components, when colours are read, then they are roles, not values', () => {
    const components = app.filter((file) => /^src\/(features|app|shared\/ui)\/.*\.tsx$/.test(file.path))
    expect(hits(components, HEX)).toEqual([])
    expect(hits([{ path: 'x.tsx', text: `color: '#ff00aa'` }], HEX)).toHaveLength(1)
  })

  it('given the app, when raw HTML sinks are sought, then only SafeHtml has one and only two modules make policies', () => {
    const outside = (allowed: RegExp) => app.filter((file) => !allowed.test(file.path))
    expect(
      hits(
        outside(/^src\/shared\/ui\/content\/SafeHtml\.tsx$/),
        /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/,
      ),
    ).toEqual([])
    expect(hits(outside(/^src\/core\/security\/trusted-types\.ts$/), /createPolicy\(/)).toEqual([])
  })

  it('given the app, when storage is sought, then one folder touches it', () => {
    const outside = app.filter((file) => !file.path.startsWith('src/core/storage/'))
    // Comments may speak of it.
    expect(
      hits(
        outside,
        /^(?!\s*(?:\/\/|\*|\/\*)).*\b(window\.)?(localStorage|sessionStorage)\.(get|set|remove|clear)/,
      ),
    ).toEqual([])
  })

  it('given doors, when exports are read, then they are named', () => {
    expect(hits(all, /^export \* from/)).toEqual([])
    expect(
      hits(
        app.filter((file) => !file.path.endsWith('.d.ts')),
        /^export default/,
      ),
    ).toEqual([])
  })

  it('given what is committed, when unfinished work is sought, then there is none', () => {
    const product = all.filter((file) => /^(contract|server|src)\//.test(file.path))
    expect(hits(product, /\b(TODO|FIXME|XXX|not implemented|lorem ipsum)\b/i)).toEqual([])
  })
})

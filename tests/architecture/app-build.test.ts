import { createRequire } from 'node:module'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, transformWithOxc, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { contractData } from '../../build/contract-data.ts'
import { leftOut } from '../../build/slim-axios.ts'
import { applyCuts, cuts, cutsOf } from '../../build/slim-libraries.ts'

const root = join(import.meta.dirname, '..', '..').replaceAll('\\', '/')

const ENTRY = '\0entry'
const bundle = async (source: string, plugins: Plugin[]): Promise<string> => {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id.endsWith('/entry') ? ENTRY : null),
    load: (id) => (id === ENTRY ? source : null),
  }
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: { write: false, minify: false, lib: { entry: '/entry', formats: ['es'], fileName: 'out' } },
  })) as Rolldown.RolldownOutput[]
  return result
    .flatMap((each) => each.output.map((file) => (file.type === 'chunk' ? file.code : '')))
    .join('')
}

type Loose = Record<string, unknown>
const isEndpoint = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** One re-export for each endpoint. */
const everyEndpoint = async (): Promise<string> => {
  const files = readdirSync(`${root}/contract`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
  const lines = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(/* @vite-ignore */ `${root}/contract/${file}`)) as Loose
      return Object.keys(exported)
        .filter((name) => isEndpoint(exported[name]))
        .map(
          (name) =>
            `export { ${name} as ${file.replace(/\W/g, '_')}_${name} } from '${root}/contract/${file}'`,
        )
    }),
  )
  return lines.flat().join('\n')
}

describe('the contract in the app’s build', () => {
  it('keeps what the app reads of every endpoint and drops the rest', async () => {
    const code = await bundle(await everyEndpoint(), [contractData(root)])
    expect(code).not.toMatch(/ZodMini|zod/i)
    const url = `data:text/javascript,${encodeURIComponent(code)}`
    const built = Object.values((await import(/* @vite-ignore */ url)) as Loose) as { name: string }[]
    const expected = allEndpoints.map(({ name, method, path, access, feature, status, offline }) => ({
      name,
      method,
      path,
      access,
      feature,
      ...(status === undefined ? {} : { status }),
      ...(offline === undefined ? {} : { offline }),
    }))
    expect(expected.length).toBeGreaterThan(20)
    const byName = (list: readonly { name: string }[]) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(byName(built)).toEqual(byName(expected))
  })

  it('control: contains the schema library without the plugin', async () => {
    expect(await bundle(await everyEndpoint(), [])).toMatch(/ZodMini/)
  })

  it('keeps a schema that the app reads', async () => {
    const code = await bundle(
      `import { role } from '${root}/contract/common.ts'\nexport const ok = (value) => role.safeParse(value).success`,
      [contractData(root)],
    )
    const url = `data:text/javascript,${encodeURIComponent(code)}`
    const { ok } = (await import(/* @vite-ignore */ url)) as { ok: (value: unknown) => boolean }
    expect([ok('admin'), ok('owner')]).toEqual([true, false])
  })
})

describe('parts of axios left out of the app', () => {
  const library = dirname(createRequire(import.meta.url).resolve('axios/package.json'))

  it('replaces only files that exist and export what the replacement exports', () => {
    for (const [file, replacement] of Object.entries(leftOut)) {
      const source = readFileSync(join(dirname(library), file), 'utf8')
      const named = (code: string) =>
        [...code.matchAll(/export (?:const|function) (\w+)/g)].map(([, name]) => name)
      for (const name of named(replacement)) expect(named(source)).toContain(name)
      expect(source).toMatch(/export default/)
    }
  })
})

describe('parts of other libraries left out of the app', () => {
  const modules = join(root, 'node_modules')
  /** The installed files that have cuts. */
  const filesWithCuts = Object.keys(cuts)
    .flatMap((start) => globSync(`${start}*`, { cwd: modules }))
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => ({ file: `/${file}`, code: readFileSync(join(modules, file), 'utf8') }))
    .filter(({ file, code }) => cutsOf(`/node_modules${file}`, code).length > 0)

  it('finds every cut in the installed libraries and leaves valid code', async () => {
    expect(filesWithCuts).toHaveLength(Object.keys(cuts).length)
    for (const { file, code } of filesWithCuts) {
      const slim = applyCuts(code, cutsOf(`/node_modules${file}`, code))
      expect(slim).not.toBe(code)
      await expect(transformWithOxc(slim, `${file}`)).resolves.toBeDefined()
    }
  })

  it('renders no Trans, which needs the entities of react-i18next', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    expect(files.filter((file) => /\bTrans\b/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('control: refuses a library without the code of a cut', () => {
    const [[, list]] = Object.entries(cuts) as [[string, (typeof cuts)[string]]]
    expect(() => applyCuts('export const changed = 1', list ?? [])).toThrow(/nothing matches/)
  })

  it('has no text that names a format, because formats are left out of i18next', () => {
    const texts = globSync('src/**/locales/**/*.json', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    expect(texts.length).toBeGreaterThan(50)
    const namesFormat = (text: string) => /\{\{[^}]*,[^}]*\}\}|\$t\(/.test(text)
    expect(texts.filter(namesFormat)).toEqual([])
    expect(namesFormat('{{count, number}}')).toBe(true)
  })
})

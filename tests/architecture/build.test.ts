import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { appBuild, STAFF_CHUNKS } from '../../build/chunks.ts'
import { contractData } from '../../build/contract-data.ts'
import { onlyForLearners } from '../../build/precache.ts'
import { runtimes } from '../../build/runtimes.ts'
import { slimAxios } from '../../build/slim-axios.ts'
import { slimLibraries } from '../../build/slim-libraries.ts'
import { texts } from '../../build/texts.ts'
import { cyclesOf } from './rules/cycles.ts'

/** A browser fetches the texts of one language: scripts of texts count once, not once for each language. */
const MAX_SCRIPTS = 100
const MAX_PRECACHED = 60
const MAX_PRECACHED_BYTES = 1_100_000

const root = join(import.meta.dirname, '..', '..').replaceAll('\\', '/')

type Output = Rolldown.RolldownOutput['output']
/** The app's scripts and styles, in memory. */
const buildApp = async (isGrouped: boolean): Promise<Output> => {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      contractData(root),
      slimAxios(),
      slimLibraries(),
      runtimes(root),
      texts(root),
      react(),
      tailwindcss(),
    ],
    build: { ...appBuild(root), ...(!isGrouped && { rolldownOptions: {} }), write: false },
  })) as Rolldown.RolldownOutput
  return result.output
}

const languageOf = (name: string) => /\/texts-[a-z]+-([a-z]+)-/.exec(name)?.[1]
const isFor = (language: string, name: string) => (languageOf(name) ?? language) === language
const isCode = ({ fileName }: Output[number]) => /^assets\/.+\.(?:js|css)$/.test(fileName)
const scripts = (output: Output) => output.filter(({ type }) => type === 'chunk')
/** Scripts that import each other run in an order in which one of them uses the other too early. */
const importsByScript = (output: Output) =>
  new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [])))
const brotliBytes = (file: Output[number]) =>
  brotliCompressSync(file.type === 'chunk' ? file.code : file.source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  }).length

describe('files of the app’s build', () => {
  let output: Output
  beforeAll(async () => {
    output = await buildApp(true)
  })

  it.each(languages)('has at most 100 scripts for somebody who reads %s', (language) => {
    const own = scripts(output).filter(({ fileName }) => isFor(language, fileName))
    expect(own.length).toBeLessThanOrEqual(MAX_SCRIPTS)
    expect(own.filter(({ fileName }) => languageOf(fileName) !== undefined).length).toBeGreaterThan(5)
  })

  it('control: has more than twice as many scripts without groups', async () => {
    expect(scripts(await buildApp(false)).length).toBeGreaterThan(2 * MAX_SCRIPTS)
  })

  it('has no scripts that import each other', () => {
    const graph = importsByScript(output)
    expect(cyclesOf(graph)).toEqual([])
    const [first, second] = [...graph.keys()]
    const planted = new Map([...graph, [first ?? '', [second ?? '']], [second ?? '', [first ?? '']]])
    expect(cyclesOf(planted)).not.toEqual([])
  })

  it.each(languages)('caches at most 60 files and 1.1 MB for a learner who reads %s', (language) => {
    const { manifest } = onlyForLearners(output.filter(isCode).map((file) => ({ url: file.fileName, file })))
    const cached = manifest.filter(({ url }) => isFor(language, url))
    expect(cached.length).toBeGreaterThan(40)
    expect(cached.length).toBeLessThanOrEqual(MAX_PRECACHED)
    const bytes = cached.reduce((sum, { file }) => sum + brotliBytes(file), 0)
    expect(bytes).toBeLessThanOrEqual(MAX_PRECACHED_BYTES)
    expect(bytes).toBeGreaterThan(MAX_PRECACHED_BYTES / 2)
  })

  it('has every file that is not cached for learners', () => {
    const names = scripts(output).map(({ fileName }) => fileName.replace(/^assets\/|-[\w-]{8}\.js$/g, ''))
    expect(STAFF_CHUNKS.filter((name) => !names.includes(name))).toEqual([])
    const urls = [
      'assets/staff-a1B2_c-d.js',
      'assets/texts-staff-hi-a1b2c3d4.js',
      'assets/texts-authoring-hi-a1b2c3d4.js',
      'assets/player-a1b2c3d4.js',
    ]
    expect(onlyForLearners(urls.map((url) => ({ url }))).manifest).toEqual([
      { url: 'assets/player-a1b2c3d4.js' },
    ])
  })
})

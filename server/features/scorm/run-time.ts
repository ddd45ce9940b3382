/**
 * The SCORM run-time for packages: a maintained library and our link to the player, as one script per SCORM version.
 * It is inserted first into every page, so that it is present whatever the page does.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ScormLaunch } from '#contract/scorm/scorm.ts'

type Version = ScormLaunch['version']
const LIBRARIES: Readonly<Record<Version, string>> = {
  '1.2': import.meta.resolve('scorm-again/scorm12/min'),
  '2004': import.meta.resolve('scorm-again/scorm2004/min'),
}

interface RunTime {
  readonly path: string
  readonly script: Buffer
}

/**
 * Pages load classic scripts; a module would run too late. The library ships its classic build beside the module
 * build.
 */
const classicBuildOf = (url: string): string => fileURLToPath(url).replace(/([/\\])esm\1/, '$1')

const cache = new Map<Version, RunTime>()
export const runTime = (version: Version): RunTime => {
  const cached = cache.get(version)
  if (cached) return cached
  const library = readFileSync(classicBuildOf(LIBRARIES[version]), 'utf8').replace(
    /\n\/\/# sourceMappingURL=.*$/,
    '',
  )
  const link = readFileSync(new URL('./frame/link.js', import.meta.url), 'utf8')
  const script = Buffer.from(`(function(){${library}\n${link}}).call(window)`)
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16)
  const runTimeScript = { script, path: `/files/scorm/run-time/${version}.${hash}.js` }
  cache.set(version, runTimeScript)
  return runTimeScript
}

/** The run-time goes before everything in the page, but after its doctype, which decides the rendering mode. */
const HEAD = /^(?:\u{feff}|\s|<!--[\s\S]{0,5000}?-->|<\?[^>]{0,500}\?>)*(?:<!doctype[^>]{0,1000}>)?/iu

export const withRunTime = (page: Buffer, version: Version): Buffer => {
  // Skip UTF-16 pages; every other encoding is compatible with ASCII.
  if ((page[0] === 0xff && page[1] === 0xfe) || (page[0] === 0xfe && page[1] === 0xff)) return page
  const bomLength = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf ? 3 : 0
  const head = HEAD.exec(page.toString('latin1', bomLength, bomLength + 12_000))?.[0].length ?? 0
  const tag = Buffer.from(`<script src="${runTime(version).path}"></script>`)
  return Buffer.concat([page.subarray(0, bomLength + head), tag, page.subarray(bomLength + head)])
}

/**
 * The run-time that packages find: a maintained library and our link to the player, as one script for each version of
 * SCORM. It is put first into every page of a package, so that it is there whatever the page does.
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
 * The package's addresses name classic scripts; the library's module form would arrive too late. Its plain form lies
 * beside.
 */
const plainFormOf = (url: string): string => fileURLToPath(url).replace(/([/\\])esm\1/, '$1')

const made = new Map<Version, RunTime>()
export const runTime = (version: Version): RunTime => {
  const known = made.get(version)
  if (known) return known
  const library = readFileSync(plainFormOf(LIBRARIES[version]), 'utf8').replace(
    /\n\/\/# sourceMappingURL=.*$/,
    '',
  )
  const link = readFileSync(new URL('./frame/link.js', import.meta.url), 'utf8')
  const script = Buffer.from(`(function(){${library}\n${link}}).call(window)`)
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16)
  const one = { script, path: `/files/scorm/run-time/${version}.${hash}.js` }
  made.set(version, one)
  return one
}

/** Before everything that a page itself says; behind a document type, which decides how a page is drawn. */
const HEAD = /^(?:\u{feff}|\s|<!--[\s\S]{0,5000}?-->|<\?[^>]{0,500}\?>)*(?:<!doctype[^>]{0,1000}>)?/iu

export const withRunTime = (page: Buffer, version: Version): Buffer => {
  // Pages in UTF-16 are left alone; every other encoding keeps ASCII where it is.
  if ((page[0] === 0xff && page[1] === 0xfe) || (page[0] === 0xfe && page[1] === 0xff)) return page
  const mark = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf ? 3 : 0
  const head = HEAD.exec(page.toString('latin1', mark, mark + 12_000))?.[0].length ?? 0
  const tag = Buffer.from(`<script src="${runTime(version).path}"></script>`)
  return Buffer.concat([page.subarray(0, mark + head), tag, page.subarray(mark + head)])
}

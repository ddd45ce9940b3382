/**
 * Makes another build of the app without building: every hashed file name gets another hash, in the names and in all
 * references, so that page, chunks and precache list agree as in a real build.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'

export const DIST = join(import.meta.dirname, '..', '..', '..', 'dist')
const TEXT = new Set(['.js', '.css', '.html'])
/** `name-Ab12Cd34.js`. */
const HASHED = /^(.+-[\w-]{8})(\.[a-z0-9]+)$/

/** Reads the build once: a rebuild in between would mix a page with chunks of another build. */
export const readBuild = (): ReadonlyMap<string, Buffer> => {
  const assets = readdirSync(join(DIST, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const paths = [...assets.map((name) => `assets/${name}`), 'index.html', 'sw-custom.js', 'health.txt']
  return new Map(paths.map((path) => [path, readFileSync(join(DIST, path))]))
}

/** The folder of build `tag`; the empty tag is the unchanged build. */
export const makeBuild = (files: ReadonlyMap<string, Buffer>, tag: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-build-'))
  mkdirSync(join(folder, 'assets'))
  const names = [...files.keys()].filter((path) => path.startsWith('assets/')).map((path) => basename(path))
  const renamed = new Map(names.map((name) => [name, name.replace(HASHED, `$1${tag}$2`)]))
  const replaceNames = (text: string) =>
    tag === '' ? text : text.replaceAll(/[\w.~-]+-[\w-]{8}\.[a-z0-9]+/g, (word) => renamed.get(word) ?? word)
  for (const [path, bytes] of files) {
    const name = renamed.get(basename(path)) ?? basename(path)
    writeFileSync(
      join(folder, dirname(path), name),
      TEXT.has(extname(path)) ? replaceNames(bytes.toString('utf8')) : bytes,
    )
  }
  return folder
}

/**
 * Another build of the app without building it: every hashed name of the built folder gets another hash, in the files
 * and in everything that names them, so that page, chunks and the worker's list agree as those of a build do.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'

export const DIST = join(import.meta.dirname, '..', '..', '..', 'dist')
const TEXT = new Set(['.js', '.css', '.html'])
/** `name-Ab12Cd34.js`. */
const HASHED = /^(.+-[\w-]{8})(\.[a-z0-9]+)$/

/** What was built, read once: a build made anew meanwhile would give a page and chunks that do not belong together. */
export const readBuild = (): ReadonlyMap<string, Buffer> => {
  const assets = readdirSync(join(DIST, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const paths = [...assets.map((name) => `assets/${name}`), 'index.html', 'sw-custom.js', 'health.txt']
  return new Map(paths.map((path) => [path, readFileSync(join(DIST, path))]))
}

/** The folder of build `tag`; the empty tag is the build as it is. */
export const makeBuild = (files: ReadonlyMap<string, Buffer>, tag: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-build-'))
  mkdirSync(join(folder, 'assets'))
  const names = [...files.keys()].filter((path) => path.startsWith('assets/')).map((path) => basename(path))
  const renamed = new Map(names.map((name) => [name, name.replace(HASHED, `$1${tag}$2`)]))
  const retell = (text: string) =>
    tag === '' ? text : text.replaceAll(/[\w.~-]+-[\w-]{8}\.[a-z0-9]+/g, (word) => renamed.get(word) ?? word)
  for (const [path, bytes] of files) {
    const name = renamed.get(basename(path)) ?? basename(path)
    writeFileSync(
      join(folder, dirname(path), name),
      TEXT.has(extname(path)) ? retell(bytes.toString('utf8')) : bytes,
    )
  }
  return folder
}

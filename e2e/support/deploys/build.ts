/**
 * Another build of the app without building it: every hashed name of the built folder gets another hash, in the files
 * and in everything that names them, so that page, chunks and the worker's list agree as those of a build do.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

export const DIST = join(import.meta.dirname, '..', '..', '..', 'dist')
const TEXT = new Set(['.js', '.css', '.html'])
/** `name-Ab12Cd34.js`. */
const HASHED = /^(.+-[\w-]{8})(\.[a-z0-9]+)$/

/** The folder of build `tag`; the empty tag is the build as it is. */
export const makeBuild = (tag: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-build-'))
  mkdirSync(join(folder, 'assets'))
  const names = readdirSync(join(DIST, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(HASHED, `$1${tag}$2`)]))
  const retell = (text: string) =>
    tag === '' ? text : text.replaceAll(/[\w.~-]+-[\w-]{8}\.[a-z0-9]+/g, (word) => renamed.get(word) ?? word)
  for (const [name, next] of renamed) {
    const [from, to] = [join(DIST, 'assets', name), join(folder, 'assets', next)]
    if (TEXT.has(extname(name))) writeFileSync(to, retell(readFileSync(from, 'utf8')))
    else cpSync(from, to)
  }
  for (const name of ['index.html', 'sw-custom.js', 'health.txt'])
    writeFileSync(join(folder, name), retell(readFileSync(join(DIST, name), 'utf8')))
  return folder
}

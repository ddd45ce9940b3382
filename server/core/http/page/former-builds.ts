/**
 * The assets of the last builds: a tab that was opened before an update still asks for the files of its own build
 * (trust pitfall 11). Each start lays the files of its build into a folder that outlives deployments; names hold a
 * hash of their content, so builds share what did not change between them.
 */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The one that is served and the two before it. */
export const BUILDS_KEPT = 3

interface Build {
  readonly id: string
  readonly files: readonly string[]
}

const LIST = 'list.json'

const readList = (folder: string): Build[] => {
  try {
    const list = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as unknown
    return Array.isArray(list) ? (list as Build[]) : []
  } catch {
    // The first start, or a list that a full disk cut off: begun anew.
    return []
  }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => entry.name)
        .toSorted()
    : []

/** Written beside and renamed: a process that ends in the middle leaves no half file behind. */
const lay = (write: (path: string) => void, path: string) => {
  const draft = `${path}.${process.pid}.part`
  write(draft)
  renameSync(draft, path)
}

/**
 * Adds the built app in `dist` to the builds kept in `folder`, forgets those beyond the last three, and gives the
 * folder with the assets of all that are kept.
 */
export const keepBuild = (dist: string, folder: string): string => {
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  const page = readFileSync(join(dist, 'index.html'))
  const build: Build = {
    id: createHash('sha256').update(page).digest('base64url').slice(0, 12),
    files: filesIn(join(dist, 'assets')),
  }
  for (const name of build.files)
    if (!existsSync(join(assets, name)))
      lay((path) => copyFileSync(join(dist, 'assets', name), path), join(assets, name))
  const others = readList(folder).filter(({ id }) => id !== build.id)
  const kept = [...others, build].slice(-BUILDS_KEPT)
  lay((path) => writeFileSync(path, JSON.stringify(kept)), join(folder, LIST))
  const wanted = new Set(kept.flatMap(({ files }) => files))
  for (const name of filesIn(assets)) if (!wanted.has(name)) rmSync(join(assets, name), { force: true })
  return assets
}

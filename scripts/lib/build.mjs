// Builds the app when its sources changed since the last build. No dependencies of its own: runs on Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productEnv, productNode, root } from './install.mjs'

const stamp = join(root, 'dist', '.built')
/** Everything that the build reads. */
const SOURCES = [
  'src',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package-lock.json',
]

const filesOf = (name) => {
  const path = join(root, name)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
const isFolder = (name) => !/\.[a-z]+$/.test(name)

/** Hash of names and contents. */
export const sourceHash = () => {
  const hash = createHash('sha256')
  for (const name of SOURCES) {
    const paths = isFolder(name) ? filesOf(name) : existsSync(join(root, name)) ? [join(root, name)] : []
    for (const path of paths)
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash()

/** Runs the build; ends the process when it fails. */
export const build = () => {
  // Taken before: a file saved while the build runs makes the next start build again.
  const hash = sourceHash()
  for (const args of [
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    [join('scripts', 'precompress.ts')],
  ]) {
    const done = spawnSync(productNode(), args, {
      cwd: root,
      env: productEnv(),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (done.status !== 0) {
      console.error('The build failed: see the lines above. Nothing was started.')
      process.exit(done.status ?? 1)
    }
  }
  writeFileSync(stamp, hash)
}

export const ensureBuilt = () => {
  if (isBuilt()) return
  console.log('Building the app (first run or changed sources) …')
  build()
}

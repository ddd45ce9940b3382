// Builds the app if its sources changed since the last build. Has no dependencies; runs on Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productEnv, productNode, root } from './install.mjs'

const stamp = join(root, 'dist', '.built')
/** All inputs of the build. */
const SOURCES = [
  'build',
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

/** Runs the build; exits if it fails. */
export const build = () => {
  // Computed first, so that a file saved during the build causes another build at the next start.
  const hash = sourceHash()
  for (const args of [
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    [join('scripts', 'precompress.ts')],
  ]) {
    const result = spawnSync(productNode(), args, {
      cwd: root,
      env: productEnv(),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (result.status !== 0) {
      console.error('The build failed: see the output above. Nothing was started.')
      process.exit(result.status ?? 1)
    }
  }
  writeFileSync(stamp, hash)
}

export const ensureBuilt = () => {
  if (isBuilt()) return
  console.log('Building the app (first run or changed sources) …')
  build()
}

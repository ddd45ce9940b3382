// Installs the packages of the lockfile. Has no dependencies, because it runs before anything is installed; Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const isWindows = process.platform === 'win32'

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Runs `npm ci` if node_modules is missing or from another lockfile. Exits if that fails. */
export const ensureInstalled = () => {
  const currentHash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return
  console.log('Installing packages (first run or changed lockfile) …')
  const result = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  })
  if (result.status !== 0) {
    console.error('npm ci failed: see the output above. Nothing was started.')
    process.exit(result.status ?? 1)
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, currentHash)
}

/** The Node for the product: the one installed as a package, or the current one if it is new enough. */
export const productNode = () => {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const installed = join(modules, name, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Node 24 is required and there is no package of it for ${process.platform} ${process.arch}: install Node 24 and run again.`,
  )
  process.exit(1)
}

/** Environment in which `node` and the packages' commands are the installed ones. */
export const productEnv = () => ({
  // One heap of glibc for all threads; with one for each, drawing documents keeps 100 MB more.
  MALLOC_ARENA_MAX: '1',
  ...process.env,
  PATH: `${dirname(productNode())}${isWindows ? ';' : ':'}${join(modules, '.bin')}${isWindows ? ';' : ':'}${process.env.PATH ?? ''}`,
})

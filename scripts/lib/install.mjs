// Brings in what the lock names. No dependencies of its own: it runs before anything is installed, on Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const windows = process.platform === 'win32'

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Runs `npm ci` when node_modules is missing or belongs to another lock. Ends the process when that fails. */
export const ensureInstalled = () => {
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (first run or changed lock) …')
  const done = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  })
  if (done.status !== 0) {
    console.error('npm ci failed: see the lines above. Nothing was started.')
    process.exit(done.status ?? 1)
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

/** The Node that the product runs on: the one installed with the packages, else this one when it is new enough. */
export const productNode = () => {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const installed = join(modules, name, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Node 24 is needed and no packaged one fits ${process.platform} ${process.arch}: install Node 24 and run again.`,
  )
  process.exit(1)
}

/** Environment in which bare `node` and the packages' commands mean the installed ones. */
export const productEnv = () => ({
  ...process.env,
  PATH: `${dirname(productNode())}${windows ? ';' : ':'}${join(modules, '.bin')}${windows ? ';' : ':'}${process.env.PATH ?? ''}`,
})

// `npm start`: installs missing packages, builds the app if it changed, and starts the product on its Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, productEnv, productNode, root } from './lib/install.mjs'

ensureInstalled()
ensureBuilt()

// The IPC channel closes when this script exits for any reason, so the product notices.
const product = spawn(productNode(), [join(root, 'server', 'main.ts')], {
  cwd: root,
  // Node caches compiled sources for the next start; changed files are compiled again.
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...productEnv() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// The terminal sends Ctrl-C to the whole process group, so the product gets it too; this script waits for it to exit.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => product.kill('SIGTERM'))
// A killed npm sends no signal: its children only get another parent.
if (process.env.npm_lifecycle_event) {
  const npmPid = process.ppid
  setInterval(() => {
    if (process.ppid !== npmPid) product.kill('SIGTERM')
  }, 500).unref()
}
product.on('error', (error) => {
  console.error(`The product did not start: ${error.message}`)
  process.exit(1)
})
product.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

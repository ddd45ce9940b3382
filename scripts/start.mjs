// `npm start`: installs what is missing, builds what changed, and hands over to the product on its own Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, productEnv, productNode, root } from './lib/install.mjs'

ensureInstalled()
ensureBuilt()

// The channel tells the product when this script is gone, however it ended.
const product = spawn(productNode(), [join(root, 'server', 'main.ts')], {
  cwd: root,
  // What Node made of the sources is kept for the next start; a changed file is read anew.
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...productEnv() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// Ctrl-C reaches the product by itself, since the terminal tells the whole group; this script waits for its end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => product.kill('SIGTERM'))
// A killed npm tells nobody: its children only notice that they have another parent.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) product.kill('SIGTERM')
  }, 500).unref()
}
product.on('error', (error) => {
  console.error(`The product could not be started: ${error.message}`)
  process.exit(1)
})
product.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

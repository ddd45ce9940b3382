// `node scripts/run24.mjs script.ts …`: runs a script on the product's Node, after installing missing packages.
import { spawn } from 'node:child_process'
import { ensureInstalled, productEnv, productNode } from './lib/install.mjs'

ensureInstalled()
const child = spawn(productNode(), process.argv.slice(2), { env: productEnv(), stdio: 'inherit' })
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

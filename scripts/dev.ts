/** `npm run dev`: the API on PORT (4100), restarted on changes, and Vite with hot reload on 5173 as its proxy. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const API_PORT = process.env['PORT'] ?? '4100'

const env = { ...process.env, PORT: API_PORT, DEV_API: `http://127.0.0.1:${API_PORT}` }
const run = (args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })

const children = [
  run(['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts']),
  run([join('node_modules', 'vite', 'bin', 'vite.js'), '--host', '127.0.0.1']),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)

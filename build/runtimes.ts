/**
 * The languages that problems run in, as files of the product: `/runtimes/<name>-<version>-<hash>/…`. Each has one
 * worker script that needs no other script, and the binary files that its page hands over. They are fetched only when
 * a problem is run; their addresses never come back with other bytes.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

interface Runtime {
  name: 'python' | 'javascript' | 'sql'
  package: string
  files: readonly string[]
}
const RUNTIMES: readonly Runtime[] = [
  { name: 'python', package: 'pyodide', files: ['pyodide.asm.wasm', 'python_stdlib.zip'] },
  {
    name: 'javascript',
    package: '@jitl/quickjs-wasmfile-release-sync',
    files: ['dist/emscripten-module.wasm'],
  },
  { name: 'sql', package: 'sql.js', files: ['dist/sql-wasm-browser.wasm'] },
]
const SOURCES = 'src/features/courses/learning/runtimes'
const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** What the app knows of a runtime. */
interface Address {
  base: string
  files: { name: string; bytes: number }[]
}

const packageFile = (root: string, runtime: Runtime, file: string) =>
  join(root, 'node_modules', runtime.package, file)

/** Of the version and everything that the worker is made of: known before anything is built. */
const addressOf = (root: string, runtime: Runtime, sources: Buffer[]): Address => {
  const { version } = JSON.parse(readFileSync(packageFile(root, runtime, 'package.json'), 'utf8')) as {
    version: string
  }
  const hash = createHash('sha256').update(version)
  for (const source of sources) hash.update(source)
  return {
    base: `/runtimes/${runtime.name}-${version}-${hash.digest('hex').slice(0, 8)}/`,
    files: runtime.files.map((file) => ({
      name: nameOf(file),
      bytes: readFileSync(packageFile(root, runtime, file)).length,
    })),
  }
}

/** For `define`: the app's own list of addresses. */
export const runtimeAddresses = (root: string): Record<string, Address> => {
  const sources = readdirSync(join(root, SOURCES))
    .toSorted()
    .map((file) => readFileSync(join(root, SOURCES, file)))
  return Object.fromEntries(RUNTIMES.map((runtime) => [runtime.name, addressOf(root, runtime, sources)]))
}

const bundleWorker = async (root: string, runtime: Runtime): Promise<string> => {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, SOURCES, `${runtime.name}.worker.ts`),
        // Of Node alone, and never asked for in a browser.
        external: [/^node:/, 'ws'],
        output: { format: 'es', codeSplitting: false, entryFileNames: 'worker.js' },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunk = outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .find((each) => each.type === 'chunk')
  if (!chunk || chunk.type !== 'chunk') throw new Error(`no worker for ${runtime.name}`)
  return chunk.code
}

/** Puts the runtimes into the build, and serves them in development. */
export const runtimes = (root: string): Plugin => {
  const addresses = runtimeAddresses(root)
  const find = (url: string) =>
    RUNTIMES.find((runtime) => url.startsWith(addresses[runtime.name]?.base ?? '\0'))
  const bundled = new Map<string, Promise<string>>()
  const workerOf = (runtime: Runtime) => {
    const known = bundled.get(runtime.name) ?? bundleWorker(root, runtime)
    bundled.set(runtime.name, known)
    return known
  }
  return {
    name: 'runtimes',
    config: () => ({ define: { __RUNTIMES__: JSON.stringify(addresses) } }),
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const runtime = find(request.url ?? '')
        if (!runtime) return next()
        const name = nameOf(request.url ?? '')
        if (name === 'worker.js') {
          response.setHeader('content-type', 'text/javascript')
          workerOf(runtime).then((code) => response.end(code), next)
          return
        }
        const file = runtime.files.find((path) => nameOf(path) === name)
        if (!file) return next()
        response.end(readFileSync(packageFile(root, runtime, file)))
      })
    },
    async generateBundle() {
      for (const runtime of RUNTIMES) {
        const base = addresses[runtime.name]?.base.slice(1) ?? ''
        this.emitFile({ type: 'asset', fileName: `${base}worker.js`, source: await workerOf(runtime) })
        for (const file of runtime.files)
          this.emitFile({
            type: 'asset',
            fileName: base + nameOf(file),
            source: readFileSync(packageFile(root, runtime, file)),
          })
      }
    },
  }
}

/** Puts `.br` and `.gz` beside every text file of the build, so that the server never compresses an asset itself. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const FOLDER = join(import.meta.dirname, '..', 'dist')
const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest'])
/** Below one network packet compression saves nothing. */
const WORTH_IT_BYTES = 1_024
const LARGE_BYTES = 1_000_000
const LARGE_QUALITY = 9

let count = 0
for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isFile()) continue
  if (/\.(br|gz)$/.test(entry.name)) {
    rmSync(path)
    continue
  }
  // index.html is a template: each client's page is compressed when it is first asked for.
  if (!TEXT.has(extname(entry.name)) || path === join(FOLDER, 'index.html')) continue
  const bytes = readFileSync(path)
  if (bytes.length < WORTH_IT_BYTES) continue
  // The engines of problems are large: the last percent would take half a minute of every build.
  const quality = bytes.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, best))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  count += 1
}
console.log(`${count} files compressed`)

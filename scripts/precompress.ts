/** Writes `.br` and `.gz` next to every text file of the build, so that the server never compresses assets. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const FOLDER = join(import.meta.dirname, '..', 'dist')
const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest'])
/** Smaller files fit into one network packet, so compression saves nothing. */
const MIN_BYTES = 1_024
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
  // index.html is a template: the server compresses each client's page on its first request.
  if (!TEXT.has(extname(entry.name)) || path === join(FOLDER, 'index.html')) continue
  const bytes = readFileSync(path)
  if (bytes.length < MIN_BYTES) continue
  // The code engines are large: the last percent would take half a minute per build.
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

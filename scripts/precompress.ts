/** Writes `.br` and `.gz` next to every text file of the build, so that the server never compresses assets. */
import { readdirSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const FOLDER = join(import.meta.dirname, '..', 'dist')
const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest'])
/** Smaller files fit into one network packet, so compression saves nothing. */
const MIN_BYTES = 1_024
const LARGE_BYTES = 1_000_000
const LARGE_QUALITY = 9

const compress = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  // The code engines are large: the last percent would take half a minute per build.
  const quality = bytes.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
}

const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const former = files.filter((path) => /\.(br|gz)$/.test(path))
await Promise.all(former.map((path) => rm(path)))

// index.html is a template: the server compresses each client's page on its first request.
const texts = files
  .filter((path) => TEXT.has(extname(path)) && path !== join(FOLDER, 'index.html'))
  .map((path) => ({ path, bytes: statSync(path).size }))
  .filter(({ bytes }) => bytes >= MIN_BYTES)
  // The largest first, so that no core waits for one at the end.
  .toSorted((a, b) => b.bytes - a.bytes)
  .map(({ path }) => path)
const queue = [...texts]
const work = async () => {
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) await compress(path)
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`${texts.length} files compressed`)

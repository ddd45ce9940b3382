/** A small built app with the structure of the real build, for tests of pages and files. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3_000))})\n`

const INDEX = `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="theme-color" content="#000000" />
    <link rel="icon" href="/favicon.svg" />
    <title>Build title</title>
    <style>.loader{display:flex}</style>
    <script type="module" crossorigin src="/assets/index-Ab12Cd34.js"></script>
  </head>
  <body><!--app-logo--><div id="root"><!--page-text--></div></body>
</html>
`

export interface TestDist {
  readonly folder: string
  readonly remove: () => Promise<void>
}

export const createTestDist = async (): Promise<TestDist> => {
  const folder = await mkdtemp(join(tmpdir(), 'lms-dist-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  await writeFile(join(folder, 'sw-custom.js'), 'self.addEventListener("fetch", () => {})\n')
  const script = join(folder, 'assets', 'index-Ab12Cd34.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Poppler's tools, which know nothing of Typst. The gate installs them where it can (scripts/lib/poppler.mjs). */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const hasPoppler = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error === undefined

export type PopplerTool = 'pdfinfo' | 'pdffonts' | 'pdftotext'
const ARGUMENTS: Readonly<Record<PopplerTool, readonly string[]>> = {
  pdfinfo: [],
  pdffonts: [],
  pdftotext: ['-layout'],
}

/** What the tools print about one file. */
export const readByPoppler = async (pdf: Uint8Array): Promise<Record<PopplerTool, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'document.pdf')
    await writeFile(path, pdf)
    const print = async (tool: PopplerTool) =>
      (await run(tool, [...ARGUMENTS[tool], path, ...(tool === 'pdftotext' ? ['-'] : [])])).stdout
    return {
      pdfinfo: await print('pdfinfo'),
      pdffonts: await print('pdffonts'),
      pdftotext: await print('pdftotext'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import { copyFile, link, mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { nameFor, nameOf, typeOfName } from './file-name.ts'

const folderOf = (dataDir: string, clientId: number) => join(dataDir, 'files', String(clientId))

/** Path to a stored file as the app asks for it. */
export const urlOf = (clientId: number, name: string): string => `/files/${clientId}/${name}`

/** Stores a content once and gives its address. Written beside and renamed, so nobody reads half a file. */
export const storeFile = async (
  dataDir: string,
  clientId: number,
  file: { words: string; ending: string; content: Buffer },
): Promise<string> => {
  const name = nameFor(file.words, file.ending, file.content)
  const folder = folderOf(dataDir, clientId)
  const path = join(folder, name)
  const there = await stat(path).catch(() => null)
  if (there?.size !== file.content.length) {
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `.${randomUUID()}`)
    await writeFile(draft, file.content, { flush: true })
    await rename(draft, path)
  }
  return urlOf(clientId, name)
}

/** Stores a file that lies on the same disk already, however large, without copying it; it stays where it lies. */
export const linkIntoStore = async (
  dataDir: string,
  clientId: number,
  file: { words: string; ending: string; path: string },
): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file.path)) hash.update(part as Buffer)
  const name = nameOf(file.words, file.ending, hash.digest('hex'))
  const folder = folderOf(dataDir, clientId)
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  if (!(await stat(path).catch(() => null))) {
    const draft = join(folder, `.${randomUUID()}`)
    // Not every file system knows two names for one file.
    await link(file.path, draft).catch(() => copyFile(file.path, draft))
    await rename(draft, path)
  }
  return urlOf(clientId, name)
}

/** Whether an address of a stored file of this client leads to one. */
export const storedFileExists = async (dataDir: string, clientId: number, url: string): Promise<boolean> => {
  const name = url.startsWith(urlOf(clientId, '')) ? url.slice(urlOf(clientId, '').length) : ''
  if (typeOfName(name) === null) return false
  return (await stat(join(folderOf(dataDir, clientId), name)).catch(() => null))?.isFile() ?? false
}

/** Bytes of a stored file of this client; null when the address leads to none. */
export const storedFileSize = async (
  dataDir: string,
  clientId: number,
  url: string,
): Promise<number | null> => {
  const name = url.startsWith(urlOf(clientId, '')) ? url.slice(urlOf(clientId, '').length) : ''
  if (typeOfName(name) === null) return null
  const stats = await stat(join(folderOf(dataDir, clientId), name)).catch(() => null)
  return stats?.isFile() ? stats.size : null
}

export interface StoredFile {
  handle: FileHandle
  size: number
  type: string
}

/** Opens a stored file of this client, or null. The name's pattern has no way to leave the folder. */
export const openFile = async (
  dataDir: string,
  clientId: number,
  name: string,
): Promise<StoredFile | null> => {
  const type = typeOfName(name)
  if (type === null) return null
  const handle = await open(join(folderOf(dataDir, clientId), name), 'r').catch(() => null)
  if (!handle) return null
  const stats = await handle.stat()
  if (stats.isFile()) return { handle, size: stats.size, type }
  await handle.close()
  return null
}

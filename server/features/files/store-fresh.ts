import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { nameOf, typeOfName } from './file-name.ts'
import { linkIntoStore, openFile, storedFileExists, storeFile, urlOf } from './store.ts'

type Storable = { words: string; ending: string } & ({ content: Buffer } | { path: string })

const hashOf = async (file: Storable): Promise<string> => {
  const hash = createHash('sha256')
  if ('content' in file) return hash.update(file.content).digest('hex')
  for await (const part of createReadStream(file.path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Stores a file and says whether it was not there before: what came for nothing can then be taken back. */
export const storeFresh = async (
  dataDir: string,
  clientId: number,
  file: Storable,
): Promise<{ url: string; fresh: boolean }> => {
  const url = urlOf(clientId, nameOf(file.words, file.ending, await hashOf(file)))
  const fresh = !(await storedFileExists(dataDir, clientId, url))
  if ('path' in file) await linkIntoStore(dataDir, clientId, file)
  else await storeFile(dataDir, clientId, file)
  return { url, fresh }
}

const nameIn = (clientId: number, url: string): string | null => {
  const name = url.startsWith(urlOf(clientId, '')) ? url.slice(urlOf(clientId, '').length) : ''
  return typeOfName(name) === null ? null : name
}

/** A stored file's size and its bytes when they are asked for; null when the address leads to none. */
export const openStored = async (
  dataDir: string,
  clientId: number,
  url: string,
): Promise<{ size: number; stream: () => Readable } | null> => {
  const name = nameIn(clientId, url)
  const file = name === null ? null : await openFile(dataDir, clientId, name)
  if (!file) return null
  await file.handle.close()
  return {
    size: file.size,
    stream: () => createReadStream(join(dataDir, 'files', String(clientId), name ?? '')),
  }
}

/** Takes a file out of the store; only for one that nothing refers to. */
export const dropStored = async (dataDir: string, clientId: number, url: string): Promise<void> => {
  const name = nameIn(clientId, url)
  if (name !== null) await rm(join(dataDir, 'files', String(clientId), name), { force: true })
}

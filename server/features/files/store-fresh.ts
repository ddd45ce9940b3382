import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { nameOf } from './file-name.ts'
import { linkIntoStore, nameIn, storeAt, storedFileExists, storeFile, urlOf, type StoreAt } from './store.ts'

type Storable = { words: string; ending: string } & ({ content: Buffer } | { path: string })

const hashOf = async (file: Storable): Promise<string> => {
  const hash = createHash('sha256')
  if ('content' in file) return hash.update(file.content).digest('hex')
  for await (const part of createReadStream(file.path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Stores a file and says whether it was not there before: what came for nothing can then be taken back. */
export const storeFresh = async (
  at: StoreAt,
  clientId: number,
  file: Storable,
): Promise<{ url: string; fresh: boolean }> => {
  const url = urlOf(clientId, nameOf(file.words, file.ending, await hashOf(file)))
  const fresh = !(await storedFileExists(at, clientId, url))
  if ('path' in file) await linkIntoStore(at, clientId, file)
  else await storeFile(at, clientId, file)
  return { url, fresh }
}

/** A stored file's size and its bytes when they are asked for; null when the address leads to none. */
export const openStored = async (
  at: StoreAt,
  clientId: number,
  url: string,
): Promise<{ size: number; stream: () => Readable } | null> => {
  const name = nameIn(clientId, url)
  const size = name === null ? null : await storeAt(at).size(clientId, name)
  if (name === null || size === null) return null
  return { size, stream: () => Readable.from(bytesOf(at, clientId, name), { objectMode: false }) }
}

/** Opened when the first bytes are wanted. */
async function* bytesOf(at: StoreAt, clientId: number, name: string): AsyncGenerator<Buffer> {
  const file = await storeAt(at).open(clientId, name)
  if (!file) throw new Error(`${name} is no longer stored`)
  if (file.size === 0) return file.close()
  for await (const part of await file.read(0, file.size - 1)) yield part as Buffer
}

/** Takes a file out of the store; only for one that nothing refers to. */
export const dropStored = async (at: StoreAt, clientId: number, url: string): Promise<void> => {
  const name = nameIn(clientId, url)
  if (name !== null) await storeAt(at).drop(clientId, name)
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { nameOf } from './file-name.ts'
import { linkIntoStore, nameIn, storeAt, storedFileExists, storeFile, urlOf, type StoreAt } from './store.ts'

type FileToStore = { words: string; ending: string } & ({ content: Buffer } | { path: string })

const hashOf = async (file: FileToStore): Promise<string> => {
  const hash = createHash('sha256')
  if ('content' in file) return hash.update(file.content).digest('hex')
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Stores a file and says whether it was new, so that the caller can remove it again after a failure. */
export const storeFresh = async (
  at: StoreAt,
  clientId: number,
  imported: FileToStore,
): Promise<{ url: string; isNew: boolean }> => {
  // Names in packages are their authors' choice; a course's file must not get the name of a public picture.
  const isReserved = /^(?:post$|workshop$|face-|resume-)/.test(imported.words)
  const file = isReserved ? { ...imported, words: 'course-image' } : imported
  const url = urlOf(clientId, nameOf(file.words, file.ending, await hashOf(file)))
  const isNew = !(await storedFileExists(at, clientId, url))
  if ('path' in file) await linkIntoStore(at, clientId, file)
  else await storeFile(at, clientId, file)
  return { url, isNew }
}

/** The file's size, and a stream of its bytes; null when the address leads to no stored file. */
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

/** The whole file, for small ones. */
export const readStored = async (at: StoreAt, clientId: number, url: string): Promise<Buffer | null> => {
  const file = await openStored(at, clientId, url)
  return file && Buffer.concat(await file.stream().toArray())
}

/** Opens the file only when the first bytes are read. */
async function* bytesOf(at: StoreAt, clientId: number, name: string): AsyncGenerator<Buffer> {
  const file = await storeAt(at).open(clientId, name)
  if (!file) throw new Error(`${name} is no longer stored`)
  if (file.size === 0) return file.close()
  for await (const chunk of await file.read(0, file.size - 1)) yield chunk as Buffer
}

/** Removes a file from the store. The caller knows that nothing refers to it. */
export const dropStored = async (at: StoreAt, clientId: number, url: string): Promise<void> => {
  const name = nameIn(clientId, url)
  if (name !== null) await storeAt(at).drop(clientId, name)
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Config } from '#server/core/config.ts'
import { bucketStore } from './bucket-store.ts'
import { nameFor, nameOf, typeOfName } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** A store, or the path of a data folder on this machine. */
export type StoreAt = FileStore | string

export const storeAt = (at: StoreAt): FileStore => (typeof at === 'string' ? folderStore(at) : at)

/** The configured store: a bucket when one is set, else the data folder. */
export const fileStore = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore =>
  bucket ? bucketStore(bucket) : folderStore(dataDir)

/** Path under which the app requests a stored file. */
export const urlOf = (clientId: number, name: string): string => `/files/${clientId}/${name}`

/** The name in the address of one of this client's stored files; null for every other address. */
export const nameIn = (clientId: number, url: string): string | null => {
  const name = url.startsWith(urlOf(clientId, '')) ? url.slice(urlOf(clientId, '').length) : ''
  return typeOfName(name) === null ? null : name
}

/** Stores content and returns its address; idempotent. */
export const storeFile = async (
  at: StoreAt,
  clientId: number,
  file: { words: string; ending: string; content: Buffer },
): Promise<string> => {
  const name = nameFor(file.words, file.ending, file.content)
  await storeAt(at).put(clientId, name, { content: file.content })
  return urlOf(clientId, name)
}

/** Stores a file from this machine's disk, however large; the original stays in place. */
export const linkIntoStore = async (
  at: StoreAt,
  clientId: number,
  file: { words: string; ending: string; path: string },
): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer)
  const sha256 = hash.digest('hex')
  const name = nameOf(file.words, file.ending, sha256)
  await storeAt(at).put(clientId, name, { path: file.path, sha256 })
  return urlOf(clientId, name)
}

/** Size in bytes; null when the address leads to no stored file of this client. */
export const storedFileSize = async (at: StoreAt, clientId: number, url: string): Promise<number | null> => {
  const name = nameIn(clientId, url)
  return name === null ? null : storeAt(at).size(clientId, name)
}

export const storedFileExists = async (at: StoreAt, clientId: number, url: string): Promise<boolean> =>
  (await storedFileSize(at, clientId, url)) !== null

/**
 * Stores files of saved courses for the service worker (public/sw-custom.js). A file is stored in parts, so that an
 * interrupted download continues where it stopped. Its description is stored under the file's address once all parts
 * are there; a file without a description does not exist for the worker.
 */
import { SAVED_CACHE } from './saved-caches.ts'

/** Size of one range request, which is the most that an interruption loses. */
export const PART_BYTES = 2 * 1024 * 1024

export interface FileToSave {
  /** The stable path, under which the device stores the file. */
  url: string
  bytes: number
  /** The signed address, which expires. Default: the stable path. */
  address?: string | undefined
}

/** The server rejected the address: it has expired, or the session has ended. */
export class AddressRefused extends Error {}

const cacheOf = (owner: string) => caches.open(SAVED_CACHE + owner.replace(':', '-'))
const partsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / PART_BYTES))
const partKey = (url: string, part: number) => `${url}?part=${part}`

/** Whether this browser can store files and serve them offline. */
export const canSaveFiles = (): boolean => 'caches' in window && 'serviceWorker' in navigator

const fetchPart = async (file: FileToSave, part: number, signal: AbortSignal): Promise<[Blob, string]> => {
  const from = part * PART_BYTES
  const to = Math.min(file.bytes, from + PART_BYTES)
  // The worker ignores addresses with a query.
  const answer = await fetch(`${file.address ?? file.url}?offline`, {
    headers: { range: `bytes=${from}-${to - 1}` },
    cache: 'no-store',
    signal,
  })
  if (answer.status === 404) throw new AddressRefused(`${file.url} was refused`)
  if (!answer.ok) throw new Error(`${file.url} answered ${answer.status}`)
  const blob = await answer.blob()
  // A server without range requests sends the whole file.
  const piece = answer.status === 206 || file.bytes === 0 ? blob : blob.slice(from, to)
  if (piece.size !== to - from) throw new Error(`${file.url} has another size`)
  return [piece, answer.headers.get('content-type') ?? 'application/octet-stream']
}

/** Fetches the missing parts of a file and stores its description. Calls `onBytes` for each part. Rejects when storage is full. */
export const saveFile = async (
  owner: string,
  file: FileToSave,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> => {
  const cache = await cacheOf(owner)
  if (await cache.match(file.url)) return onBytes(file.bytes)
  let type = ''
  for (let part = 0; part < partsOf(file.bytes); part += 1) {
    const key = partKey(file.url, part)
    const stored = await cache.match(key)
    if (stored) type = stored.headers.get('content-type') ?? type
    else {
      const [blob, contentType] = await fetchPart(file, part, signal)
      type = contentType
      signal.throwIfAborted()
      await cache.put(key, new Response(blob, { headers: { 'content-type': contentType } }))
    }
    onBytes(Math.min(PART_BYTES, file.bytes - part * PART_BYTES))
  }
  signal.throwIfAborted()
  const description = { size: file.bytes, type, partBytes: PART_BYTES }
  await cache.put(
    file.url,
    new Response(JSON.stringify(description), { headers: { 'content-type': 'application/json' } }),
  )
}

/** Deletes the description first, so that the worker never serves an incomplete file. */
export const removeFile = async (owner: string, file: FileToSave): Promise<void> => {
  const cache = await cacheOf(owner)
  await cache.delete(file.url)
  for (let part = 0; part < partsOf(file.bytes); part += 1) await cache.delete(partKey(file.url, part))
}

/** Whether the worker has cached this file by itself, as it does with the engines of problems at first use. */
export const isCachedByWorker = async (path: string): Promise<boolean> =>
  (await caches.match(path, { ignoreVary: true })) !== undefined

export interface StorageUse {
  usedBytes: number
  totalBytes: number
  /** Whether the browser promises not to clear it by itself; null if it makes no such promises. */
  lasting: boolean | null
}

/** Null if the browser does not say. */
export const estimateStorage = async (): Promise<StorageUse | null> => {
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return null
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const lasting = 'persisted' in navigator.storage ? await navigator.storage.persisted() : null
  return { usedBytes: usage, totalBytes: quota, lasting }
}

/** Asks the browser not to clear saved files by itself. Most browsers decide without asking the person. */
export const requestPersistentStorage = async (): Promise<boolean> =>
  'storage' in navigator && 'persist' in navigator.storage ? navigator.storage.persist() : false

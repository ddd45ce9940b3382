/**
 * Files of saved courses, as the worker answers them (public/sw-custom.js): in parts, so that a film of any length is
 * resumed where it stopped, and with a mark under the file's own address once all parts are there. Without the mark
 * the file counts as not there, so nothing half is ever shown.
 */
import { SAVED_CACHE } from './saved-caches.ts'

/** One range request; what a pause loses at most. */
export const PART_BYTES = 2 * 1024 * 1024

export interface FileToSave {
  /** The stable path, under which the device keeps the file. */
  url: string
  bytes: number
  /** Where this session fetches it; it expires. The stable path where the server names no other. */
  address?: string | undefined
}

/** The server refused the address: it has expired, or the session has ended. */
export class AddressRefused extends Error {}

const cacheOf = (owner: string) => caches.open(SAVED_CACHE + owner.replace(':', '-'))
const partsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / PART_BYTES))
const partKey = (url: string, part: number) => `${url}?part=${part}`

/** Whether this browser can keep files and answer them. */
export const canSaveFiles = (): boolean => 'caches' in window && 'serviceWorker' in navigator

const fetchPart = async (file: FileToSave, part: number, signal: AbortSignal): Promise<[Blob, string]> => {
  const from = part * PART_BYTES
  const to = Math.min(file.bytes, from + PART_BYTES)
  // With a query, so that the worker lets it through.
  const answer = await fetch(`${file.address ?? file.url}?offline`, {
    headers: { range: `bytes=${from}-${to - 1}` },
    cache: 'no-store',
    signal,
  })
  if (answer.status === 404) throw new AddressRefused(`${file.url} was refused`)
  if (!answer.ok) throw new Error(`${file.url} answered ${answer.status}`)
  const blob = await answer.blob()
  // A server without ranges sends everything.
  const piece = answer.status === 206 || file.bytes === 0 ? blob : blob.slice(from, to)
  if (piece.size !== to - from) throw new Error(`${file.url} has another size`)
  return [piece, answer.headers.get('content-type') ?? 'application/octet-stream']
}

/** Fetches what is missing of a file and marks it; `onBytes` hears of each part that is there. Rejects when there is no room. */
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
    const kept = await cache.match(key)
    if (kept) type = kept.headers.get('content-type') ?? type
    else {
      const [blob, named] = await fetchPart(file, part, signal)
      type = named
      signal.throwIfAborted()
      await cache.put(key, new Response(blob, { headers: { 'content-type': named } }))
    }
    onBytes(Math.min(PART_BYTES, file.bytes - part * PART_BYTES))
  }
  signal.throwIfAborted()
  const mark = { size: file.bytes, type, partBytes: PART_BYTES }
  await cache.put(
    file.url,
    new Response(JSON.stringify(mark), { headers: { 'content-type': 'application/json' } }),
  )
}

/** The mark goes first: from then on the file is not there. */
export const removeFile = async (owner: string, file: FileToSave): Promise<void> => {
  const cache = await cacheOf(owner)
  await cache.delete(file.url)
  for (let part = 0; part < partsOf(file.bytes); part += 1) await cache.delete(partKey(file.url, part))
}

/** A file that the worker keeps by itself once it was asked for (the languages of problems). */
export const keptByWorker = async (path: string): Promise<boolean> =>
  (await caches.match(path, { ignoreVary: true })) !== undefined

export interface Room {
  usedBytes: number
  totalBytes: number
  /** The browser promised not to clear it by itself; null where it makes no such promises. */
  lasting: boolean | null
}

/** Null where the browser does not tell. */
export const roomOnDevice = async (): Promise<Room | null> => {
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return null
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const lasting = 'persisted' in navigator.storage ? await navigator.storage.persisted() : null
  return { usedBytes: usage, totalBytes: quota, lasting }
}

/** Asks the browser not to clear what is saved; most decide by themselves, without a question. */
export const askToLast = async (): Promise<boolean> =>
  'storage' in navigator && 'persist' in navigator.storage ? navigator.storage.persist() : false

/**
 * Reads single files of stored packages. A package never changes under its name, so its table of contents is cached.
 */
import type { Readable } from 'node:stream'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'

/** Where stored files are kept; handed over in app.ts. */
export interface PackageStore {
  readonly size: (clientId: number, name: string) => Promise<number | null>
  readonly open: (
    clientId: number,
    name: string,
  ) => Promise<{ read: (start: number, end: number) => Promise<Readable> } | null>
}

/** Cached tables of contents. */
const CACHED_MAX = 50

export const createReader = (store: PackageStore) => {
  const cache = new Map<string, Promise<Zip | null>>()

  const openPackage = async (clientId: number, name: string): Promise<Zip | null> => {
    const bytes = await store.size(clientId, name)
    if (bytes === null) return null
    const read = async (start: number, end: number) => {
      const file = await store.open(clientId, name)
      if (!file) throw new Error(`${name} is no longer stored`)
      return file.read(start, end)
    }
    return openZip({ bytes, read }).catch((error: unknown) => {
      if (error instanceof PackageError) return null
      throw error
    })
  }

  /** Returns null for a package that is not stored. */
  return (clientId: number, name: string): Promise<Zip | null> => {
    const key = `${clientId}/${name}`
    const cached = cache.get(key)
    cache.delete(key)
    const zip = cached ?? openPackage(clientId, name)
    cache.set(key, zip)
    // Not cached: a missing package may be stored later, and a failed read may succeed.
    zip.then(
      (found) => found === null && cache.delete(key),
      () => cache.delete(key),
    )
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    return zip
  }
}

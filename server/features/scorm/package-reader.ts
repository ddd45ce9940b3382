/** Single files out of stored packages. A package never changes under its name: its table of contents is read once. */
import type { Readable } from 'node:stream'
import { PackageError } from '#server/core/packages/package-error.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'

/** Where stored files lie; handed over in app.ts. */
export interface PackageStore {
  readonly size: (clientId: number, name: string) => Promise<number | null>
  readonly open: (
    clientId: number,
    name: string,
  ) => Promise<{ read: (start: number, end: number) => Promise<Readable> } | null>
}

/** Tables of contents held in memory. */
const OPEN_MAX = 50

export const createReader = (store: PackageStore) => {
  const opened = new Map<string, Promise<Zip | null>>()

  const openOne = async (clientId: number, name: string): Promise<Zip | null> => {
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

  /** Null for a package that is not there. */
  return (clientId: number, name: string): Promise<Zip | null> => {
    const key = `${clientId}/${name}`
    const known = opened.get(key)
    opened.delete(key)
    const zip = known ?? openOne(clientId, name)
    opened.set(key, zip)
    // What is missing now may be there later, and a store that failed may answer again.
    zip.then(
      (found) => found === null && opened.delete(key),
      () => opened.delete(key),
    )
    const [oldest] = opened.keys()
    if (opened.size > OPEN_MAX && oldest !== undefined) opened.delete(oldest)
    return zip
  }
}

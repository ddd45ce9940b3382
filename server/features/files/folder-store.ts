/** Stored files in a folder of this machine: `files/<client>/<name>` under the data folder. */
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOfName } from './file-name.ts'
import type { FileStore } from './file-store.ts'

export const folderStore = (dataDir: string): FileStore => {
  const folderOf = (clientId: number) => join(dataDir, 'files', String(clientId))
  // The name's pattern has no way to leave the folder.
  const pathOf = (clientId: number, name: string) =>
    typeOfName(name) === null ? null : join(folderOf(clientId), name)
  const size = async (clientId: number, name: string) => {
    const path = pathOf(clientId, name)
    const stats = path === null ? null : await stat(path).catch(() => null)
    return stats?.isFile() ? stats.size : null
  }
  return {
    size,
    open: async (clientId, name) => {
      const path = pathOf(clientId, name)
      const type = typeOfName(name)
      const handle = path === null ? null : await open(path, 'r').catch(() => null)
      if (!handle || type === null) return null
      const stats = await handle.stat()
      if (!stats.isFile()) {
        await handle.close()
        return null
      }
      return {
        size: stats.size,
        type,
        // The stream closes the handle at its end and when the reader goes away.
        read: (start, end) => Promise.resolve(handle.createReadStream({ start, end })),
        close: () => handle.close(),
      }
    },
    // Written beside and renamed, so nobody reads half a file.
    put: async (clientId, name, source) => {
      const path = pathOf(clientId, name)
      if (path === null) throw new Error(`not a name for a stored file: ${name}`)
      const wanted = 'content' in source ? source.content.length : (await stat(source.path)).size
      if ((await size(clientId, name)) === wanted) return
      await mkdir(folderOf(clientId), { recursive: true })
      const draft = join(folderOf(clientId), `.${randomUUID()}`)
      if ('content' in source) await writeFile(draft, source.content, { flush: true })
      // However large, without copying it; not every file system knows two names for one file.
      else await link(source.path, draft).catch(() => copyFile(source.path, draft))
      await rename(draft, path)
    },
    drop: async (clientId, name) => {
      const path = pathOf(clientId, name)
      if (path !== null) await rm(path, { force: true })
    },
  }
}

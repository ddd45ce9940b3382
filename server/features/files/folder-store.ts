/** Stored files on this machine's disk: `files/<client>/<name>` under the data folder. */
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOfName } from './file-name.ts'
import type { FileStore } from './file-store.ts'

export const folderStore = (dataDir: string): FileStore => {
  const folderOf = (clientId: number) => join(dataDir, 'files', String(clientId))
  // The pattern of names cannot lead out of the folder.
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
        // The stream closes the handle when it ends and when the reader disconnects.
        read: (start, end) => Promise.resolve(handle.createReadStream({ start, end })),
        close: () => handle.close(),
      }
    },
    // Write to a temporary file and rename it, so that nobody reads half a file.
    put: async (clientId, name, source) => {
      const path = pathOf(clientId, name)
      if (path === null) throw new Error(`not a name for a stored file: ${name}`)
      const expectedSize = 'content' in source ? source.content.length : (await stat(source.path)).size
      if ((await size(clientId, name)) === expectedSize) return
      await mkdir(folderOf(clientId), { recursive: true })
      const temporary = join(folderOf(clientId), `.${randomUUID()}`)
      if ('content' in source) await writeFile(temporary, source.content, { flush: true })
      // A hard link avoids copying large files; not every file system supports it.
      else await link(source.path, temporary).catch(() => copyFile(source.path, temporary))
      await rename(temporary, path)
    },
    drop: async (clientId, name) => {
      const path = pathOf(clientId, name)
      if (path !== null) await rm(path, { force: true })
    },
    list: async function* () {
      for await (const folder of entriesOf(join(dataDir, 'files'))) {
        if (!CLIENT_FOLDER.test(folder)) continue
        const clientId = Number(folder)
        for await (const name of entriesOf(folderOf(clientId)))
          if (typeOfName(name) !== null) yield { clientId, name }
      }
    },
  }
}

const CLIENT_FOLDER = /^[1-9]\d{0,9}$/

/** Names in a folder, a few at a time; none if it does not exist. */
async function* entriesOf(path: string): AsyncGenerator<string> {
  const folder = await opendir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (folder) for await (const { name } of folder) yield name
}

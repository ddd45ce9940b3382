/** Reads the product's sources as text for the architecture tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..', '..')

export interface Source {
  /** Path from the repository's root with forward slashes. */
  path: string
  text: string
}

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  )

export const sources = (folders: readonly string[], endings = /\.(ts|tsx|mjs|js)$/): Source[] =>
  folders
    .flatMap((folder) => walk(join(root, folder)))
    .filter((file) => endings.test(file))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))

/** Specifiers of static and dynamic imports and re-exports. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?<!['"])(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g)].map(
    (match) => match[1] as string,
  )

/** The file of the repository that an import names; null for a package. */
export const targetOf = (importer: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return specifier.slice(1).replace(/\?.*$/, '')
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(importer), specifier))
  return null
}

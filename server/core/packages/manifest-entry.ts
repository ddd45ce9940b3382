import type { Zip, ZipEntry } from './zip.ts'

export const MANIFEST = 'imsmanifest.xml'

/** The manifest at the top level, as the standards require, or in the only top-level folder. */
export const manifestIn = (zip: Zip): ZipEntry | null => {
  // macOS adds this folder to archives.
  const topLevelNames = new Set(
    zip.entries.map(({ name }) => name.split('/', 1)[0] ?? '').filter((name) => name !== '__MACOSX'),
  )
  const [onlyFolder] = topLevelNames
  return zip.find(MANIFEST) ?? (topLevelNames.size === 1 ? zip.find(`${onlyFolder}/${MANIFEST}`) : null)
}

/** `imsmanifest.xml` of a Common Cartridge: what the course is called, its outline, and the resources it names. */
import {
  descendants,
  element,
  elements,
  parseXml,
  textOf,
  XML_MAX_BYTES,
  type XmlNode,
} from '#server/core/packages/xml.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { ImportRefused } from '../plan.ts'

export interface Resource {
  id: string
  type: string
  /** Names in the package, the first one the resource itself. */
  files: string[]
}
/** A node of the outline: a folder has children, a leaf names a resource. */
export interface Outline {
  title: string
  resource: string | null
  children: Outline[]
}
export interface Manifest {
  title: string
  language: string
  outline: Outline[]
  resources: ReadonlyMap<string, Resource>
}

const DEPTH_MAX = 12

/** Null for a package without a manifest of this kind. */
export const readManifest = async (zip: Zip): Promise<Manifest | null> => {
  const entry = zip.find('imsmanifest.xml')
  if (!entry) return null
  const root = parseXml(await zip.read(entry.name, XML_MAX_BYTES), entry.name)
  const metadata = element(root, 'metadata')
  const schema = textOf(element(metadata, 'schema')).trim()
  if (!/common cartridge/i.test(schema)) throw new ImportRefused('package_unknown', schema)
  const organization = element(element(root, 'organizations'), 'organization')
  // One item without a title holds all the others.
  const top = organization ? elements(organization, 'item') : []
  const [only] = top
  const roots = only && top.length === 1 && element(only, 'title') === null ? elements(only, 'item') : top
  return {
    title: firstText(metadata, 'title'),
    language: firstText(metadata, 'language').slice(0, 2).toLowerCase(),
    outline: roots.map((item) => outlineOf(item, 1)),
    resources: resourcesOf(root),
  }
}

/** The first text of that name below the metadata, whatever stands between. */
const firstText = (metadata: XmlNode | null, name: string): string => {
  const [found] = metadata ? descendants(metadata, (one) => one.name === name) : []
  return found ? textOf(found).replace(/\s+/g, ' ').trim() : ''
}

const outlineOf = (item: XmlNode, depth: number): Outline => ({
  title: textOf(element(item, 'title')).replace(/\s+/g, ' ').trim(),
  resource: item.attributes['identifierref'] ?? null,
  children: depth < DEPTH_MAX ? elements(item, 'item').map((child) => outlineOf(child, depth + 1)) : [],
})

const resourcesOf = (root: XmlNode): ReadonlyMap<string, Resource> =>
  new Map(
    elements(element(root, 'resources') ?? root, 'resource').map((resource) => {
      const id = resource.attributes['identifier'] ?? ''
      const href = resource.attributes['href']
      const named = elements(resource, 'file').map((file) => file.attributes['href'] ?? '')
      const files = [...(href ? [href] : []), ...named].filter(Boolean).map(plainPath)
      return [id, { id, type: resource.attributes['type'] ?? '', files: [...new Set(files)] }]
    }),
  )

/** A name as it stands in the package: without escapes, question marks and places. */
export const plainPath = (href: string): string => {
  const bare = href.replace(/[?#].*$/, '').replace(/^\.?\/+/, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

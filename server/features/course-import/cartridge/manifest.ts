/** Reads `imsmanifest.xml` of a Common Cartridge: title, outline and resources of the course. */
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
  /** File names in the package; the first is the resource itself. */
  files: string[]
}
/** A node of the outline: a folder has children, a leaf refers to a resource. */
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

/** Null for a package without `imsmanifest.xml`; rejects a manifest of another schema. */
export const readManifest = async (zip: Zip): Promise<Manifest | null> => {
  const entry = zip.find('imsmanifest.xml')
  if (!entry) return null
  const root = parseXml(await zip.read(entry.name, XML_MAX_BYTES), entry.name)
  const metadata = element(root, 'metadata')
  const schema = textOf(element(metadata, 'schema')).trim()
  if (!/common cartridge/i.test(schema)) throw new ImportRefused('package_unknown', schema)
  const organization = element(element(root, 'organizations'), 'organization')
  // An untitled root item wraps the outline.
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

/** The first text of that name at any depth below the metadata. */
const firstText = (metadata: XmlNode | null, name: string): string => {
  const [found] = metadata ? descendants(metadata, (node) => node.name === name) : []
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
      const hrefs = elements(resource, 'file').map((file) => file.attributes['href'] ?? '')
      const files = [...(href ? [href] : []), ...hrefs].filter(Boolean).map(plainPath)
      return [id, { id, type: resource.attributes['type'] ?? '', files: [...new Set(files)] }]
    }),
  )

/** Normalises a reference to a file name in the package: no escapes, query or fragment. */
export const plainPath = (href: string): string => {
  const path = href.replace(/[?#].*$/, '').replace(/^\.?\/+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

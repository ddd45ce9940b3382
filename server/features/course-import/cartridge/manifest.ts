/**
 * Reads `imsmanifest.xml` of a Common Cartridge, or of another IMS content package with pages or questions: title,
 * outline and resources of the course.
 */
import { MANIFEST, manifestIn } from '#server/core/packages/manifest-entry.ts'
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
  /** Ids of resources that it needs, such as the settings of a quiz. */
  needs: string[]
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
  /** Folder of the manifest: empty, or ending with a slash. */
  root: string
}

const DEPTH_MAX = 12

/** Null for a package without `imsmanifest.xml`; rejects a manifest of another schema without usable content. */
export const readManifest = async (zip: Zip): Promise<Manifest | null> => {
  const entry = manifestIn(zip)
  if (!entry) return null
  const root = parseXml(await zip.read(entry.name, XML_MAX_BYTES), entry.name)
  const folder = entry.name.slice(0, -MANIFEST.length)
  const metadata = element(root, 'metadata')
  const schema = textOf(element(metadata, 'schema')).trim()
  const resources = resourcesOf(root, folder)
  if (!/common cartridge/i.test(schema) && ![...resources.values()].some(isContent))
    throw new ImportRefused('package_unknown', schema)
  return {
    title: firstText(metadata, 'title'),
    language: firstText(metadata, 'language').slice(0, 2).toLowerCase(),
    outline: elements(element(root, 'organizations') ?? root, 'organization').flatMap(outlineOfCourse),
    resources,
    root: folder,
  }
}

/** An untitled root item wraps the outline. */
const outlineOfCourse = (organization: XmlNode): Outline[] => {
  const top = elements(organization, 'item')
  const [only] = top
  const roots = only && top.length === 1 && element(only, 'title') === null ? elements(only, 'item') : top
  return roots.map((item) => outlineOf(item, 1))
}

/** Whether the resource can become an item of a course. */
const isContent = ({ type, files: [file = ''] }: Resource): boolean =>
  /^ims(?:qti|wl)_/i.test(type) || /\.x?html?$/i.test(file)

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

const resourcesOf = (root: XmlNode, folder: string): ReadonlyMap<string, Resource> => {
  const list = element(root, 'resources')
  const base = folder + baseOf(root) + baseOf(list)
  return new Map(
    elements(list ?? root, 'resource').map((resource) => {
      const id = resource.attributes['identifier'] ?? ''
      const href = resource.attributes['href']
      const hrefs = elements(resource, 'file').map((file) => file.attributes['href'] ?? '')
      const ownBase = base + baseOf(resource)
      const files = [...(href ? [href] : []), ...hrefs]
        .filter(Boolean)
        .map((path) => ownBase + plainPath(path))
      const needs = elements(resource, 'dependency').map((node) => node.attributes['identifierref'] ?? '')
      return [id, { id, type: resource.attributes['type'] ?? '', files: [...new Set(files)], needs }]
    }),
  )
}

/** `xml:base`, which paths continue. */
const baseOf = (node: XmlNode | null): string => plainPath(node?.attributes['base'] ?? '')

/** Normalises a reference to a file name in the package: no escapes, query or fragment. */
export const plainPath = (href: string): string => {
  const path = href.replace(/[?#].*$/, '').replace(/^\.?\/+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

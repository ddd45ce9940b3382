/** Finds the files that a manifest lists and the package lacks. */
import { cut } from '#contract/text/truncate.ts'
import { pathIn } from './scorm-parts.ts'
import { elements, type XmlNode } from './xml.ts'
import type { Zip } from './zip.ts'

const NAME_MAX = 300

/** The file that an address refers to, as a name in the package; null for one on the web or outside of the package. */
export const fileOf = (href: string): string | null => {
  const [path = ''] = href.split(/[?#]/, 1)
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path) ? null : pathIn(path)
}

/** Names in the order of the manifest, without repeats. `base` is the folder of all resources. */
export const missingFiles = (resources: readonly XmlNode[], base: string, zip: Zip): string[] => {
  const names = resources.flatMap((resource) => {
    const folder = base + (resource.attributes['base'] ?? '')
    const hrefs = [resource, ...elements(resource, 'file')].map(({ attributes }) => attributes['href'] ?? '')
    return hrefs.filter((href) => href.trim() !== '').map((href) => fileOf(folder + href))
  })
  return [...new Set(names)]
    .filter((name): name is string => name !== null && !zip.find(name))
    .map((name) => cut(name, NAME_MAX))
}

/** `imsmanifest.xml` of SCORM 1.2 and 2004 (2nd to 4th edition): its outline, and what the run-time has to know. */
import type { ScormContent } from '#contract/course-builder/draft.ts'
import { asksOf, type ScormAsk } from './scorm-questions.ts'
import { descendants, element, elements, parseXml, textOf, XML_MAX_BYTES, type XmlNode } from './xml.ts'
import type { Zip, ZipEntry } from './zip.ts'
import { cut } from '#contract/text/truncate.ts'

/** A part that can be opened. */
export interface ScormPart {
  title: string
  /** Address of the page within the package; empty where the manifest names none that is there. */
  launch: string
  /** What the manifest names, for who has to be told that it is missing. */
  named: string
  asset: boolean
  passScore: number | null
  completionThreshold: number | null
  launchData: string
  timeLimit: string
  timeLimitAction: string
}
export interface ScormNode {
  title: string
  part: ScormPart | null
  children: ScormNode[]
  /** What the manifest wants of it that a course does not carry out. */
  asks: ScormAsk[]
}
export interface ScormManifest {
  version: '1.2' | '2004'
  /** Name of the manifest in the package. */
  entry: string
  title: string
  language: string
  /** The default one first. */
  organizations: ScormNode[]
}

const DEPTH_MAX = 12
const LAUNCH_DATA_MAX = 4096
const TITLE_MAX = 300
const LAUNCH_MAX = 2000

/** Null for a package without a manifest of SCORM; throws a PackageError for XML that is none. */
export const readScorm = async (zip: Zip): Promise<ScormManifest | null> => {
  const entry = manifestIn(zip)
  if (!entry) return null
  const root = parseXml(await zip.read(entry.name, XML_MAX_BYTES), entry.name)
  return isScorm(root) ? manifestOf(root, zip, entry.name) : null
}

const MANIFEST = 'imsmanifest.xml'

/** At the top, as the standard asks; or below the one folder that somebody packed whole. */
const manifestIn = (zip: Zip): ZipEntry | null => {
  // What macOS puts beside the folder is none of it.
  const tops = new Set(
    zip.entries.map(({ name }) => name.split('/', 1)[0] ?? '').filter((name) => name !== '__MACOSX'),
  )
  const [folder] = tops
  return zip.find(MANIFEST) ?? (tops.size === 1 ? zip.find(`${folder}/${MANIFEST}`) : null)
}

const scormTypeOf = ({ attributes }: XmlNode): string | undefined =>
  Object.entries(attributes).find(([name]) => /^scormtype$/i.test(name))?.[1]

const resourceNodes = (root: XmlNode) => elements(element(root, 'resources') ?? root, 'resource')

const isScorm = (root: XmlNode): boolean =>
  /scorm/i.test(textOf(element(element(root, 'metadata'), 'schema'))) ||
  resourceNodes(root).some((one) => scormTypeOf(one) !== undefined)

/** Said in the head; else 1.2 writes `scormtype` small and 2004 does not. */
const versionOf = (root: XmlNode): ScormManifest['version'] => {
  const said = textOf(element(element(root, 'metadata'), 'schemaversion')).trim()
  if (/^1\.2/.test(said)) return '1.2'
  if (/2004|1\.3/.test(said)) return '2004'
  return resourceNodes(root).some(({ attributes }) => 'scormType' in attributes) ? '2004' : '1.2'
}

const plain = (text: string, max: number): string => cut(text.replace(/\p{Cc}+/gu, ' ').trim(), max)
const titleOf = (node: XmlNode): string =>
  plain(textOf(element(node, 'title')).replace(/\s+/g, ' '), TITLE_MAX)

interface Reading {
  zip: Zip
  version: ScormManifest['version']
  resources: ReadonlyMap<string, XmlNode>
  base: string
  /** Sequencing that several items share, by its id. */
  shared: ReadonlyMap<string, XmlNode>
}

const manifestOf = (root: XmlNode, zip: Zip, entry: string): ScormManifest => {
  const version = versionOf(root)
  const resources = element(root, 'resources')
  const reading: Reading = {
    zip,
    version,
    resources: new Map(resourceNodes(root).map((one) => [one.attributes['identifier'] ?? '', one])),
    base:
      addressOf(entry.slice(0, -MANIFEST.length)) +
      (root.attributes['base'] ?? '') +
      (resources?.attributes['base'] ?? ''),
    shared: new Map(
      elements(element(root, 'sequencingCollection') ?? root, 'sequencing').map((one) => [
        one.attributes['ID'] ?? '',
        one,
      ]),
    ),
  }
  const holder = element(root, 'organizations')
  const wanted = holder?.attributes['default']
  const organizations = holder ? elements(holder, 'organization') : []
  const first = organizations.filter(({ attributes }) => attributes['identifier'] === wanted)
  const ordered = [...first, ...organizations.filter((one) => !first.includes(one))]
  const outline = ordered.map((one) => nodeOf(one, reading, 1)).filter((one) => one.children.length > 0)
  const [language] = descendants(root, ({ name }) => name === 'language')
  return {
    version,
    entry,
    title: outline[0]?.title ?? '',
    language: language ? textOf(language).trim().slice(0, 2).toLowerCase() : '',
    organizations: outline.length > 0 ? outline : withoutOutline(reading),
  }
}

/** A package may come without an outline: then its parts stand in the order of the manifest. */
const withoutOutline = (reading: Reading): ScormNode[] => {
  const parts = [...reading.resources.values()].filter((one) => /^sco$/i.test(scormTypeOf(one) ?? ''))
  const children = parts.map((one): ScormNode => {
    const part = partOf(one, null, '', reading)
    return { title: part.title || part.launch, part, children: [], asks: [] }
  })
  return children.length > 0 ? [{ title: '', part: null, children, asks: [] }] : []
}

const nodeOf = (node: XmlNode, reading: Reading, depth: number): ScormNode => {
  const title = titleOf(node)
  const named = node.attributes['identifierref']
  const resource = named === undefined ? undefined : reading.resources.get(named)
  return {
    title,
    part: named === undefined ? null : partOf(resource, node, title, reading),
    children:
      depth < DEPTH_MAX ? elements(node, 'item').map((child) => nodeOf(child, reading, depth + 1)) : [],
    asks: asksOf(node, sequencingOf(node, reading)),
  }
}

const numberIn = (text: string | undefined, min: number, max: number): number | null => {
  const written = (text ?? '').trim()
  if (!/^-?\d{1,6}(?:\.\d{1,10})?$/.test(written)) return null
  const value = Number(written)
  return value >= min && value <= max ? value : null
}
const saidIn = (node: XmlNode | null, name: string): string => textOf(node && element(node, name)).trim()

const partOf = (
  resource: XmlNode | undefined,
  item: XmlNode | null,
  title: string,
  reading: Reading,
): ScormPart => {
  const { launch, named } = resource
    ? launchOf(resource, item?.attributes['parameters'] ?? '', reading)
    : { launch: '', named: item?.attributes['identifierref'] ?? '' }
  return {
    title,
    launch,
    named,
    asset: resource !== undefined && /^asset$/i.test(scormTypeOf(resource) ?? ''),
    ...(reading.version === '1.2' ? rulesOf12(item) : rulesOf2004(item, reading)),
  }
}

type Rules = Pick<
  ScormPart,
  'passScore' | 'completionThreshold' | 'launchData' | 'timeLimit' | 'timeLimitAction'
>

const rulesOf12 = (item: XmlNode | null): Rules => {
  const mastery = numberIn(saidIn(item, 'masteryscore'), 0, 100)
  return {
    passScore: mastery === null ? null : mastery / 100,
    completionThreshold: null,
    launchData: plain(saidIn(item, 'datafromlms'), LAUNCH_DATA_MAX),
    timeLimit: plain(saidIn(item, 'maxtimeallowed'), 40),
    timeLimitAction: plain(saidIn(item, 'timelimitaction'), 40),
  }
}

/** What stands with an item, and behind it what several share. */
const sequencingOf = (item: XmlNode | null, { shared }: Reading): XmlNode[] => {
  const own = item ? element(item, 'sequencing') : null
  const common = shared.get(own?.attributes['IDRef'] ?? '')
  return [...(own ? [own] : []), ...(common ? [common] : [])]
}

const rulesOf2004 = (item: XmlNode | null, reading: Reading): Rules => {
  const sequencing = sequencingOf(item, reading)
  const part = (name: string) => sequencing.flatMap((one) => elements(one, name))[0] ?? null
  const objective = element(part('objectives'), 'primaryObjective')
  const measured = /^true$/i.test(objective?.attributes['satisfiedByMeasure'] ?? '')
  const normal = numberIn(saidIn(objective, 'minNormalizedMeasure'), -1, 1)
  const threshold = item ? element(item, 'completionThreshold') : null
  const byMeasure = threshold?.attributes['completedByMeasure']
  return {
    // Without a number the standard says 1.
    passScore: measured ? (normal ?? 1) : null,
    completionThreshold:
      threshold === null || (byMeasure !== undefined && !/^true$/i.test(byMeasure))
        ? null
        : (numberIn(threshold.attributes['minProgressMeasure'], 0, 1) ??
          numberIn(textOf(threshold), 0, 1) ??
          (byMeasure === undefined ? null : 1)),
    launchData: plain(saidIn(item, 'dataFromLMS'), LAUNCH_DATA_MAX),
    timeLimit: plain(part('limitConditions')?.attributes['attemptAbsoluteDurationLimit'] ?? '', 40),
    timeLimitAction: plain(saidIn(item, 'timeLimitAction'), 40),
  }
}

/** The page of a resource as it stands in the package; a page that is not there has no address. */
const launchOf = (
  resource: XmlNode,
  parameters: string,
  { zip, base }: Reading,
): { launch: string; named: string } => {
  const href = resource.attributes['href'] ?? ''
  const whole = base + (resource.attributes['base'] ?? '') + href
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(whole) ?? []
  const name = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path) ? null : pathIn(path)
  const found = name === null ? null : zip.find(name)
  if (!found || href === '') return { launch: '', named: cut(whole, TITLE_MAX) }
  const launch = addressOf(found.name) + joined(query, parameters)
  return launch.length > LAUNCH_MAX
    ? { launch: '', named: cut(launch, TITLE_MAX) }
    : { launch: plain(launch, LAUNCH_MAX), named: found.name }
}

const addressOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/')

/** As SCORM puts the item's parameters behind an address: what the address has already goes first. */
const joined = (query: string, parameters: string): string => {
  const added = parameters.trim().replace(/^[?&]+/, '')
  if (added === '' || (added.startsWith('#') && query.includes('#'))) return query
  if (added.startsWith('#')) return query + added
  return query + (query.includes('?') ? '&' : '?') + added
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A written path as a name in the package, without `.` and `..`; null where it leads out of it. */
export const pathIn = (path: string): string | null => {
  const parts: string[] = []
  for (const part of decoded(path).replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length > 0 ? parts.join('/') : null
}

/** A part as what an item of a course plays, with the package under its address. */
export const scormContentOf = (
  version: ScormManifest['version'],
  part: ScormPart,
  url: string,
): ScormContent => ({
  type: 'scorm',
  package_url: url,
  version,
  launch: part.launch,
  asset: part.asset,
  pass_score: part.passScore,
  completion_threshold: part.completionThreshold,
  launch_data: part.launchData,
  time_limit: part.timeLimit,
  time_limit_action: part.timeLimitAction,
})

/** Every part of an outline in reading order. */
export const partsOf = (nodes: readonly ScormNode[]): ScormPart[] =>
  nodes.flatMap(({ part, children }) => [...(part ? [part] : []), ...partsOf(children)])

/** Unpacks everything once, to nowhere: a package that is damaged inside is refused before it is kept. */
export const checkPackage = async (zip: Zip): Promise<void> => {
  for (const { name } of zip.entries) await zip.check(name)
}

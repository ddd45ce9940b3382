/** Reads `imsmanifest.xml` of SCORM 1.2 and 2004 (2nd to 4th edition): its outline and the run-time settings. */
import { MANIFEST, manifestIn } from './manifest-entry.ts'
import { fileOf, missingFiles } from './scorm-files.ts'
import type { ScormManifest, ScormNode, ScormPart } from './scorm-parts.ts'
import { unsupportedRulesOf } from './scorm-sequencing.ts'
import { descendants, element, elements, parseXml, textOf, XML_MAX_BYTES, type XmlNode } from './xml.ts'
import type { Zip } from './zip.ts'
import { cut } from '#contract/text/truncate.ts'

const DEPTH_MAX = 12
const LAUNCH_DATA_MAX = 4096
const TITLE_MAX = 300
const LAUNCH_MAX = 2000

/** Null for a package without a SCORM manifest; throws a PackageError for invalid XML. */
export const readScorm = async (zip: Zip): Promise<ScormManifest | null> => {
  const entry = manifestIn(zip)
  if (!entry) return null
  const root = parseXml(await zip.read(entry.name, XML_MAX_BYTES), entry.name)
  return isScorm(root) ? manifestOf(root, zip, entry.name) : null
}

const scormTypeOf = ({ attributes }: XmlNode): string | undefined =>
  Object.entries(attributes).find(([name]) => /^scormtype$/i.test(name))?.[1]

const resourceNodes = (root: XmlNode) => elements(element(root, 'resources') ?? root, 'resource')

const isScorm = (root: XmlNode): boolean =>
  /scorm/i.test(textOf(element(element(root, 'metadata'), 'schema'))) ||
  resourceNodes(root).some((resource) => scormTypeOf(resource) !== undefined)

/** From the metadata; otherwise 1.2 writes `scormtype` in lower case and 2004 does not. */
const versionOf = (root: XmlNode): ScormManifest['version'] => {
  const schemaVersion = textOf(element(element(root, 'metadata'), 'schemaversion')).trim()
  if (/^1\.2/.test(schemaVersion)) return '1.2'
  if (/2004|1\.3/.test(schemaVersion)) return '2004'
  return resourceNodes(root).some(({ attributes }) => 'scormType' in attributes) ? '2004' : '1.2'
}

const singleLine = (text: string, max: number): string => cut(text.replace(/\p{Cc}+/gu, ' ').trim(), max)
const titleOf = (node: XmlNode): string =>
  singleLine(textOf(element(node, 'title')).replace(/\s+/g, ' '), TITLE_MAX)

interface ManifestContext {
  zip: Zip
  version: ScormManifest['version']
  resources: ReadonlyMap<string, XmlNode>
  base: string
  /** Sequencing that several items share, by id. */
  sharedSequencing: ReadonlyMap<string, XmlNode>
}

const manifestOf = (root: XmlNode, zip: Zip, entry: string): ScormManifest => {
  const version = versionOf(root)
  const resources = element(root, 'resources')
  const context: ManifestContext = {
    zip,
    version,
    resources: new Map(
      resourceNodes(root).map((resource) => [resource.attributes['identifier'] ?? '', resource]),
    ),
    base:
      encodePath(entry.slice(0, -MANIFEST.length)) +
      (root.attributes['base'] ?? '') +
      (resources?.attributes['base'] ?? ''),
    sharedSequencing: new Map(
      elements(element(root, 'sequencingCollection') ?? root, 'sequencing').map((sequencing) => [
        sequencing.attributes['ID'] ?? '',
        sequencing,
      ]),
    ),
  }
  const organizationsNode = element(root, 'organizations')
  const defaultId = organizationsNode?.attributes['default']
  const organizations = organizationsNode ? elements(organizationsNode, 'organization') : []
  const defaultFirst = organizations.filter(({ attributes }) => attributes['identifier'] === defaultId)
  const ordered = [
    ...defaultFirst,
    ...organizations.filter((organization) => !defaultFirst.includes(organization)),
  ]
  const outline = ordered
    .map((organization) => nodeOf(organization, context, 1))
    .filter((organization) => organization.children.length > 0)
  const [language] = descendants(root, ({ name }) => name === 'language')
  return {
    version,
    entry,
    title: outline[0]?.title ?? '',
    language: language ? textOf(language).trim().slice(0, 2).toLowerCase() : '',
    organizations: outline.length > 0 ? outline : partsAsOutline(context),
    missing: missingFiles([...context.resources.values()], context.base, zip),
  }
}

/** Without an outline, the parts are listed in the order of the manifest. */
const partsAsOutline = (context: ManifestContext): ScormNode[] => {
  const parts = [...context.resources.values()].filter((resource) =>
    /^sco$/i.test(scormTypeOf(resource) ?? ''),
  )
  const children = parts.map((resource): ScormNode => {
    const part = partOf(resource, null, '', context)
    return { title: part.title || part.launch, part, children: [], asks: [] }
  })
  return children.length > 0 ? [{ title: '', part: null, children, asks: [] }] : []
}

const nodeOf = (node: XmlNode, context: ManifestContext, depth: number): ScormNode => {
  const title = titleOf(node)
  const resourceId = node.attributes['identifierref']
  const resource = resourceId === undefined ? undefined : context.resources.get(resourceId)
  return {
    title,
    part: resourceId === undefined ? null : partOf(resource, node, title, context),
    children:
      depth < DEPTH_MAX ? elements(node, 'item').map((child) => nodeOf(child, context, depth + 1)) : [],
    asks: unsupportedRulesOf(node, sequencingOf(node, context)),
  }
}

const parseNumberIn = (text: string | undefined, min: number, max: number): number | null => {
  const trimmed = (text ?? '').trim()
  if (!/^-?\d{1,6}(?:\.\d{1,10})?$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value >= min && value <= max ? value : null
}
const childText = (node: XmlNode | null, name: string): string => textOf(node && element(node, name)).trim()

const partOf = (
  resource: XmlNode | undefined,
  item: XmlNode | null,
  title: string,
  context: ManifestContext,
): ScormPart => {
  const { launch, named } = resource
    ? launchOf(resource, item?.attributes['parameters'] ?? '', context)
    : { launch: '', named: item?.attributes['identifierref'] ?? '' }
  return {
    title,
    launch,
    named,
    asset: resource !== undefined && /^asset$/i.test(scormTypeOf(resource) ?? ''),
    ...(context.version === '1.2' ? readRules12(item) : readRules2004(item, context)),
  }
}

type RunTimeRules = Pick<
  ScormPart,
  'passScore' | 'completionThreshold' | 'launchData' | 'timeLimit' | 'timeLimitAction'
>

const readRules12 = (item: XmlNode | null): RunTimeRules => {
  const mastery = parseNumberIn(childText(item, 'masteryscore'), 0, 100)
  return {
    passScore: mastery === null ? null : mastery / 100,
    completionThreshold: null,
    launchData: singleLine(childText(item, 'datafromlms'), LAUNCH_DATA_MAX),
    timeLimit: singleLine(childText(item, 'maxtimeallowed'), 40),
    timeLimitAction: singleLine(childText(item, 'timelimitaction'), 40),
  }
}

/** The item's own sequencing, then the shared one it refers to. */
const sequencingOf = (item: XmlNode | null, { sharedSequencing }: ManifestContext): XmlNode[] => {
  const ownSequencing = item ? element(item, 'sequencing') : null
  const shared = sharedSequencing.get(ownSequencing?.attributes['IDRef'] ?? '')
  return [...(ownSequencing ? [ownSequencing] : []), ...(shared ? [shared] : [])]
}

const readRules2004 = (item: XmlNode | null, context: ManifestContext): RunTimeRules => {
  const sequencing = sequencingOf(item, context)
  const sequencingPart = (name: string) => sequencing.flatMap((node) => elements(node, name))[0] ?? null
  const objective = element(sequencingPart('objectives'), 'primaryObjective')
  const isSatisfiedByMeasure = /^true$/i.test(objective?.attributes['satisfiedByMeasure'] ?? '')
  const minMeasure = parseNumberIn(childText(objective, 'minNormalizedMeasure'), -1, 1)
  const threshold = item ? element(item, 'completionThreshold') : null
  const byMeasure = threshold?.attributes['completedByMeasure']
  return {
    // The standard's default is 1.
    passScore: isSatisfiedByMeasure ? (minMeasure ?? 1) : null,
    completionThreshold:
      threshold === null || (byMeasure !== undefined && !/^true$/i.test(byMeasure))
        ? null
        : (parseNumberIn(threshold.attributes['minProgressMeasure'], 0, 1) ??
          parseNumberIn(textOf(threshold), 0, 1) ??
          (byMeasure === undefined ? null : 1)),
    launchData: singleLine(childText(item, 'dataFromLMS'), LAUNCH_DATA_MAX),
    timeLimit: singleLine(
      sequencingPart('limitConditions')?.attributes['attemptAbsoluteDurationLimit'] ?? '',
      40,
    ),
    timeLimitAction: singleLine(childText(item, 'timeLimitAction'), 40),
  }
}

/** The address of a resource's page; empty if the package does not contain it. */
const launchOf = (
  resource: XmlNode,
  parameters: string,
  { zip, base }: ManifestContext,
): { launch: string; named: string } => {
  const href = resource.attributes['href'] ?? ''
  const fullHref = base + (resource.attributes['base'] ?? '') + href
  const [query = ''] = /[?#].*$/s.exec(fullHref) ?? []
  const name = fileOf(fullHref)
  const entry = name === null ? null : zip.find(name)
  if (!entry || href === '') return { launch: '', named: cut(fullHref, TITLE_MAX) }
  const launch = encodePath(entry.name) + appendParameters(query, parameters)
  return launch.length > LAUNCH_MAX
    ? { launch: '', named: cut(launch, TITLE_MAX) }
    : { launch: singleLine(launch, LAUNCH_MAX), named: entry.name }
}

const encodePath = (name: string): string => name.split('/').map(encodeURIComponent).join('/')

/** Appends the item's parameters to an address by the rules of SCORM: after an existing query. */
const appendParameters = (query: string, parameters: string): string => {
  const extra = parameters.trim().replace(/^[?&]+/, '')
  if (extra === '' || (extra.startsWith('#') && query.includes('#'))) return query
  if (extra.startsWith('#')) return query + extra
  return query + (query.includes('?') ? '&' : '?') + extra
}

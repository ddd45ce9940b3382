/**
 * Plans a course from a SCORM package: an organization becomes a section, its folders topics, and each launchable
 * part an item. All items play from the one package, which is stored unchanged.
 */
import { isLanguage, type Language } from '#contract/languages.ts'
import {
  ITEMS_MAX,
  TOPICS_MAX,
  type CourseDocument,
  type DraftItem,
  type DraftTopic,
  newDocument,
} from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import {
  partsOf,
  scormContentOf,
  type ScormManifest,
  type ScormNode,
  type ScormPart,
} from '#server/core/packages/scorm-parts.ts'
import { fileOf } from '#server/core/packages/scorm-files.ts'
import { readScorm } from '#server/core/packages/scorm.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { fileLine } from './course-file.ts'
import { chunks, plainText } from './new-document.ts'
import { note, type Plan, type PlannedLine } from './plan.ts'

const PLACEHOLDER = '/media/scorm.zip'
/** Default duration: the package does not declare one. */
const MINUTES = 10
/** Lines for missing files, as many as a package may hold; a further one says how many more there are. */
const MISSING_MAX = 20_000

/** Null for a package that is not SCORM. */
export const planOfScorm = async (zip: Zip, fallback: Language): Promise<Plan | null> => {
  const manifest = await readScorm(zip)
  if (!manifest) return null
  const language = isLanguage(manifest.language) ? manifest.language : fallback
  const title = plainText(manifest.title)
  const parts = partsOf(manifest.organizations).filter(({ launch }) => launch !== '')
  const writer = new Writer(manifest.version, parts.length > 1)
  const sections = manifest.organizations.flatMap((organization) => writer.section(organization, title))
  writer.missing(manifest.missing)
  return {
    kind: 'scorm',
    title,
    document: newDocument(title, language, sections),
    files: [
      {
        placeholder: PLACEHOLDER,
        entry: manifest.entry,
        kind: 'package',
        words: 'scorm-package',
        whole: true,
      },
    ],
    lines: writer.lines,
  }
}

class Writer {
  readonly lines: PlannedLine[] = []
  readonly #version: ScormManifest['version']
  readonly #hasSeveralParts: boolean
  #keys = 0

  constructor(version: ScormManifest['version'], hasSeveralParts: boolean) {
    this.#version = version
    this.#hasSeveralParts = hasSeveralParts
  }

  /** A single part has no order and shares nothing, so only its attempt limit matters. */
  #unsupportedRules = ({ asks }: ScormNode): ImportLine['notes'] =>
    asks.filter((ask) => this.#hasSeveralParts || ask === 'scorm_attempts').map((ask) => note(ask))

  #key = (): string => `scorm-${(this.#keys += 1)}`
  #addLine = (
    path: string,
    title: string,
    becomes: ImportLine['becomes'],
    notes: ImportLine['notes'] = [],
  ) => {
    this.lines.push({ path, title: plainText(title), becomes, notes })
  }

  /** Files that the manifest lists and the package lacks, unless they were reported as the page of a part. */
  missing = (names: readonly string[]): void => {
    const reported = new Set(
      this.lines.filter(({ becomes }) => becomes === 'nothing').map(({ path }) => fileOf(path)),
    )
    const others = names.filter((name) => !reported.has(name))
    for (const name of others.slice(0, MISSING_MAX)) this.lines.push(fileLine(name, 'file_missing', name))
    const more = others.length - MISSING_MAX
    if (more > 0) this.lines.push(fileLine('', 'file_missing', `+${more}`))
  }

  /** Empty for an organization without launchable parts. */
  section = (organization: ScormNode, courseTitle: string): CourseDocument['sections'] => {
    const title = plainText(organization.title) || courseTitle
    this.#addLine('', title, 'section', this.#unsupportedRules(organization))
    // Leaves between folders go into a topic with the section's title.
    const groups: { title: string; nodes: readonly ScormNode[] }[] = []
    let looseLeaves: ScormNode[] | null = null
    for (const node of organization.children) {
      if (node.children.length > 0) {
        looseLeaves = null
        groups.push({ title: node.title, nodes: [node] })
      } else if (looseLeaves) {
        looseLeaves.push(node)
      } else {
        looseLeaves = [node]
        groups.push({ title, nodes: looseLeaves })
      }
    }
    const topics = groups.flatMap((group) => this.#topics(group))
    return chunks(topics, TOPICS_MAX).map((part) => ({
      key: this.#key(),
      title,
      titles: {},
      opens_at: null,
      opens_after_days: null,
      requires: [],
      topics: part,
    }))
  }

  #topics = ({ title, nodes }: { title: string; nodes: readonly ScormNode[] }): DraftTopic[] => {
    const [first] = nodes
    const folder = first && first.children.length > 0 && !first.part ? first : null
    this.#addLine('', title, 'topic', folder ? this.#unsupportedRules(folder) : [])
    const items = nodes.flatMap((node) => this.#items(node))
    return chunks(items, ITEMS_MAX).map((part) => ({
      key: this.#key(),
      title: plainText(title) || (part[0]?.title ?? ''),
      titles: {},
      free_preview: false,
      items: part,
    }))
  }

  #items = (node: ScormNode): DraftItem[] => [
    ...(node.part ? this.#item(node.part, node) : []),
    ...node.children.flatMap((child) => this.#items(child)),
  ]

  #item = (part: ScormPart, node: ScormNode): DraftItem[] => {
    const title = plainText(node.title)
    if (part.launch === '') {
      this.#addLine(part.named, title, 'nothing', [note('file_missing', part.named)])
      return []
    }
    const unnamed = title === '' ? [note('title_missing')] : []
    this.#addLine(part.named, title, 'scorm', [...unnamed, ...this.#unsupportedRules(node)])
    return [
      {
        key: this.#key(),
        title,
        titles: {},
        minutes: MINUTES,
        content: scormContentOf(this.#version, part, PLACEHOLDER),
      },
    ]
  }
}

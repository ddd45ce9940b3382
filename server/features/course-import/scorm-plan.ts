/**
 * A SCORM package as a course: an organization is a section, its folders are topics, and what can be opened is an item
 * of its own. All items play from the one package, which is stored as it came.
 */
import { isLanguage, type Language } from '#contract/common.ts'
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
  readScorm,
  scormContentOf,
  type ScormManifest,
  type ScormNode,
  type ScormPart,
} from '#server/core/packages/scorm.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { chunks, plainText } from './new-document.ts'
import { note, type Plan } from './plan.ts'

const PLACEHOLDER = '/media/scorm.zip'
/** Nobody said how long it takes. */
const MINUTES = 10

/** Null for a package that is no SCORM. */
export const planOfScorm = async (zip: Zip, fallback: Language): Promise<Plan | null> => {
  const manifest = await readScorm(zip)
  if (!manifest) return null
  const language = isLanguage(manifest.language) ? manifest.language : fallback
  const title = plainText(manifest.title)
  const parts = partsOf(manifest.organizations).filter(({ launch }) => launch !== '')
  const writer = new Writer(manifest.version, parts.length > 1)
  const sections = manifest.organizations.flatMap((one) => writer.section(one, title))
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
  readonly lines: ImportLine[] = []
  readonly #version: ScormManifest['version']
  readonly #several: boolean
  #keys = 0

  constructor(version: ScormManifest['version'], several: boolean) {
    this.#version = version
    this.#several = several
  }

  /** A part that is alone has nothing to be ordered with or to share. */
  #asked = ({ asks }: ScormNode): ImportLine['notes'] =>
    asks.filter((ask) => this.#several || ask === 'scorm_attempts').map((ask) => note(ask))

  #key = (): string => `scorm-${(this.#keys += 1)}`
  #say = (path: string, title: string, becomes: ImportLine['becomes'], notes: ImportLine['notes'] = []) => {
    this.lines.push({ path, title: plainText(title), becomes, notes })
  }

  /** None for an organization in which nothing can be opened. */
  section = (organization: ScormNode, courseTitle: string): CourseDocument['sections'] => {
    const title = plainText(organization.title) || courseTitle
    this.#say('', title, 'section', this.#asked(organization))
    // Leaves between folders gather in a topic with the section's title.
    const groups: { title: string; nodes: readonly ScormNode[] }[] = []
    let loose: ScormNode[] | null = null
    for (const node of organization.children) {
      if (node.children.length > 0) {
        loose = null
        groups.push({ title: node.title, nodes: [node] })
      } else if (loose) {
        loose.push(node)
      } else {
        loose = [node]
        groups.push({ title, nodes: loose })
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
    this.#say('', title, 'topic', folder ? this.#asked(folder) : [])
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
      this.#say(part.named, title, 'nothing', [note('file_missing', part.named)])
      return []
    }
    const unnamed = title === '' ? [note('title_missing')] : []
    this.#say(part.named, title, 'scorm', [...unnamed, ...this.#asked(node)])
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

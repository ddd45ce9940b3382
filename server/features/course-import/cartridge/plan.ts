/**
 * Plans a course from a Common Cartridge 1.1 to 1.3. Folders of the outline become sections and, below them, topics;
 * a leaf beside folders becomes a topic of its own. Unsupported content is reported and left out.
 */
import { isLanguage, type Language } from '#contract/languages.ts'
import {
  ITEMS_MAX,
  TITLE_MAX,
  TOPICS_MAX,
  type CourseDocument,
  type DraftItem,
  type DraftTopic,
  newDocument,
} from '#contract/course-builder/draft.ts'
import type { ImportBecomes, ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { mediaKindOf, note, type Plan, type PlannedFile, type PlannedLine } from '../plan.ts'
import { chunks, plainText } from '../new-document.ts'
import { contentOf, type Reader } from './content.ts'
import { readManifest, type Manifest, type Outline } from './manifest.ts'

/** Null for a package that is not a cartridge. */
export const planOfCartridge = async (zip: Zip, fallback: Language): Promise<Plan | null> => {
  const manifest = await readManifest(zip)
  if (!manifest) return null
  const reader = readerOf(zip)
  const language = isLanguage(manifest.language) ? manifest.language : fallback
  const title = cut(manifest.title, TITLE_MAX)
  const lines: PlannedLine[] = []
  const builder = new Builder(manifest, reader, lines)
  const sections = await builder.sections(manifest.outline, title)
  lines.push(...builder.unlisted())
  return {
    kind: 'cartridge',
    title,
    document: newDocument(title, language, sections),
    files: reader.files(),
    lines,
  }
}

/** Plans each file once, however many pages show it. */
const readerOf = (zip: Zip): Reader & { files: () => PlannedFile[] } => {
  const planned = new Map<string, PlannedFile>()
  return {
    zip,
    planFile: (name) => {
      const entry = zip.find(name)
      const kind = entry && mediaKindOf(entry.name)
      if (!entry || !kind || kind === 'package') return null
      const known = planned.get(entry.name)
      if (known) return known.placeholder
      const ending = entry.name.split('.').at(-1)?.toLowerCase() ?? ''
      const placeholder = `/media/f${planned.size + 1}.${ending}`
      planned.set(entry.name, { placeholder, entry: entry.name, kind, words: `course-${kind}` })
      return placeholder
    },
    files: () => [...planned.values()],
  }
}

class Builder {
  readonly #manifest: Manifest
  readonly #reader: Reader
  readonly #lines: PlannedLine[]
  readonly #used = new Set<string>()
  #keys = 0

  constructor(manifest: Manifest, reader: Reader, lines: PlannedLine[]) {
    this.#manifest = manifest
    this.#reader = reader
    this.#lines = lines
  }

  #key = (): string => `cc-${(this.#keys += 1)}`

  /** Folders become sections; leaves between folders go into a section with the course's title. */
  sections = async (
    outline: readonly Outline[],
    courseTitle: string,
  ): Promise<CourseDocument['sections']> => {
    const groups: { title: string; nodes: readonly Outline[] }[] = []
    let looseLeaves: Outline[] | null = null
    for (const node of outline) {
      if (node.children.length > 0) {
        looseLeaves = null
        groups.push({ title: node.title, nodes: [...ownLeafOf(node), ...node.children] })
      } else if (looseLeaves) {
        looseLeaves.push(node)
      } else {
        looseLeaves = [node]
        groups.push({ title: courseTitle, nodes: looseLeaves })
      }
    }
    const sections: CourseDocument['sections'] = []
    for (const { title, nodes } of groups) {
      this.#addLine('', title, 'section')
      const topics = await this.#topics(nodes)
      for (const chunk of chunks(topics, TOPICS_MAX))
        sections.push({
          key: this.#key(),
          title: plainText(title),
          titles: {},
          opens_at: null,
          opens_after_days: null,
          requires: [],
          topics: chunk,
        })
    }
    return sections
  }

  #topics = async (nodes: readonly Outline[]): Promise<DraftTopic[]> => {
    const topics: DraftTopic[] = []
    for (const node of nodes) {
      const isFolder = node.children.length > 0
      if (isFolder) this.#addLine('', node.title, 'topic')
      const items: DraftItem[] = []
      for (const leaf of isFolder ? leavesOf(node) : [node]) items.push(...(await this.#items(leaf)))
      for (const chunk of chunks(items, ITEMS_MAX))
        topics.push({
          key: this.#key(),
          title: plainText(node.title) || (chunk[0]?.title ?? ''),
          titles: {},
          free_preview: false,
          items: chunk,
        })
    }
    return topics
  }

  #items = async (leaf: Outline): Promise<DraftItem[]> => {
    const resource = leaf.resource === null ? undefined : this.#manifest.resources.get(leaf.resource)
    if (!resource) {
      // A heading without content, or a missing resource.
      this.#addLine(leaf.resource ?? '', leaf.title, 'nothing', [
        note(leaf.resource === null ? 'part_broken' : 'file_missing', leaf.resource ?? ''),
      ])
      return []
    }
    this.#used.add(resource.id)
    const { title: ownTitle, parts, notes } = await contentOf(this.#reader, resource, leaf.title)
    const title = plainText(leaf.title || ownTitle)
    const becomes: ImportBecomes = parts[0]?.content.type ?? 'nothing'
    this.#addLine(
      resource.files[0] ?? resource.id,
      title,
      becomes,
      title === '' ? [...notes, note('title_missing')] : notes,
    )
    return parts.map(({ content, minutes }, index) => ({
      key: this.#key(),
      title: parts.length > 1 ? `${cut(title, TITLE_MAX - 6)} (${index + 1})` : title,
      titles: {},
      minutes,
      content,
    }))
  }

  /** Resources that the outline does not mention, except pictures, which pages show. */
  unlisted = (): PlannedLine[] =>
    [...this.#manifest.resources.values()]
      .filter(({ id, files }) => !this.#used.has(id) && files.length > 0)
      .filter(({ files }) => mediaKindOf(files[0] ?? '') !== 'image')
      .map(({ id, files }) => ({
        path: files[0] ?? id,
        title: '',
        becomes: 'nothing' as const,
        notes: [note('not_in_outline')],
      }))

  #addLine = (path: string, title: string, becomes: ImportBecomes, notes: ImportLine['notes'] = []): void => {
    this.#lines.push({ path, title: plainText(title), becomes, notes })
  }
}

/** The page of a folder that is a page itself. */
const ownLeafOf = (node: Outline): Outline[] => (node.resource === null ? [] : [{ ...node, children: [] }])
const leavesOf = (node: Outline): Outline[] =>
  node.children.length === 0 ? [node] : [...ownLeafOf(node), ...node.children.flatMap(leavesOf)]

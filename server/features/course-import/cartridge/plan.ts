/**
 * A Common Cartridge 1.1 to 1.3 as a course. Folders of the outline become sections and, below them, topics; a leaf
 * beside folders becomes a topic of its own. What this product has no place for is named and left out.
 */
import { isLanguage, type Language } from '#contract/common.ts'
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
import { mediaKindOf, note, type Plan, type PlannedFile } from '../plan.ts'
import { chunks, plainText } from '../new-document.ts'
import { contentOf, type Reader } from './content.ts'
import { readManifest, type Manifest, type Outline } from './manifest.ts'

/** Null for a package that is no cartridge. */
export const planOfCartridge = async (zip: Zip, fallback: Language): Promise<Plan | null> => {
  const manifest = await readManifest(zip)
  if (!manifest) return null
  const reader = readerOf(zip)
  const language = isLanguage(manifest.language) ? manifest.language : fallback
  const title = cut(manifest.title, TITLE_MAX)
  const lines: ImportLine[] = []
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

/** Files are planned once, however many pages show them. */
const readerOf = (zip: Zip): Reader & { files: () => PlannedFile[] } => {
  const planned = new Map<string, PlannedFile>()
  return {
    zip,
    place: (name) => {
      const found = zip.find(name)
      const kind = found && mediaKindOf(found.name)
      if (!found || !kind || kind === 'package') return null
      const there = planned.get(found.name)
      if (there) return there.placeholder
      const ending = found.name.split('.').at(-1)?.toLowerCase() ?? ''
      const placeholder = `/media/f${planned.size + 1}.${ending}`
      planned.set(found.name, { placeholder, entry: found.name, kind, words: `course-${kind}` })
      return placeholder
    },
    files: () => [...planned.values()],
  }
}

class Builder {
  readonly #manifest: Manifest
  readonly #reader: Reader
  readonly #lines: ImportLine[]
  readonly #used = new Set<string>()
  #keys = 0

  constructor(manifest: Manifest, reader: Reader, lines: ImportLine[]) {
    this.#manifest = manifest
    this.#reader = reader
    this.#lines = lines
  }

  #key = (): string => `cc-${(this.#keys += 1)}`

  /** Folders are sections; leaves between them gather in a section with the course's name. */
  sections = async (
    outline: readonly Outline[],
    courseTitle: string,
  ): Promise<CourseDocument['sections']> => {
    const groups: { title: string; nodes: readonly Outline[] }[] = []
    let loose: Outline[] | null = null
    for (const node of outline) {
      if (node.children.length > 0) {
        loose = null
        groups.push({ title: node.title, nodes: [...leafOf(node), ...node.children] })
      } else if (loose) {
        loose.push(node)
      } else {
        loose = [node]
        groups.push({ title: courseTitle, nodes: loose })
      }
    }
    const sections: CourseDocument['sections'] = []
    for (const { title, nodes } of groups) {
      this.#say('', title, 'section')
      const topics = await this.#topics(nodes)
      for (const part of chunks(topics, TOPICS_MAX))
        sections.push({
          key: this.#key(),
          title: plainText(title),
          titles: {},
          opens_at: null,
          opens_after_days: null,
          requires: [],
          topics: part,
        })
    }
    return sections
  }

  #topics = async (nodes: readonly Outline[]): Promise<DraftTopic[]> => {
    const topics: DraftTopic[] = []
    for (const node of nodes) {
      const folder = node.children.length > 0
      if (folder) this.#say('', node.title, 'topic')
      const items: DraftItem[] = []
      for (const leaf of folder ? leavesOf(node) : [node]) items.push(...(await this.#items(leaf)))
      for (const part of chunks(items, ITEMS_MAX))
        topics.push({
          key: this.#key(),
          title: plainText(node.title) || (part[0]?.title ?? ''),
          titles: {},
          free_preview: false,
          items: part,
        })
    }
    return topics
  }

  #items = async (leaf: Outline): Promise<DraftItem[]> => {
    const resource = leaf.resource === null ? undefined : this.#manifest.resources.get(leaf.resource)
    if (!resource) {
      // A heading without anything under it.
      this.#say(leaf.resource ?? '', leaf.title, 'nothing', [
        note(leaf.resource === null ? 'part_broken' : 'file_missing', leaf.resource ?? ''),
      ])
      return []
    }
    this.#used.add(resource.id)
    const { title: ownTitle, parts, notes } = await contentOf(this.#reader, resource, leaf.title)
    const title = plainText(leaf.title || ownTitle)
    const becomes: ImportBecomes = parts[0]?.content.type ?? 'nothing'
    this.#say(
      resource.files[0] ?? resource.id,
      title,
      becomes,
      title === '' ? [...notes, note('title_missing')] : notes,
    )
    return parts.map(({ content, minutes }, at) => ({
      key: this.#key(),
      title: parts.length > 1 ? `${cut(title, TITLE_MAX - 6)} (${at + 1})` : title,
      titles: {},
      minutes,
      content,
    }))
  }

  /** Resources that no place of the outline names, but for the files that pages show. */
  unlisted = (): ImportLine[] =>
    [...this.#manifest.resources.values()]
      .filter(({ id, files }) => !this.#used.has(id) && files.length > 0)
      .filter(({ files }) => mediaKindOf(files[0] ?? '') !== 'image')
      .map(({ id, files }) => ({
        path: files[0] ?? id,
        title: '',
        becomes: 'nothing' as const,
        notes: [note('not_in_outline')],
      }))

  #say = (path: string, title: string, becomes: ImportBecomes, notes: ImportLine['notes'] = []): void => {
    this.#lines.push({ path, title: plainText(title), becomes, notes })
  }
}

/** A folder can be a page itself. */
const leafOf = (node: Outline): Outline[] => (node.resource === null ? [] : [{ ...node, children: [] }])
const leavesOf = (node: Outline): Outline[] =>
  node.children.length === 0 ? [node] : [...leafOf(node), ...node.children.flatMap(leavesOf)]

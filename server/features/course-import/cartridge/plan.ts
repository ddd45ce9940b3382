/**
 * Plans a course from a Common Cartridge 1.1 to 1.3 or a similar package. Folders of the outline become sections and,
 * below them, topics; a leaf beside folders becomes a topic of its own. Content that the outline does not name goes
 * into a last section. Everything else is reported and left out.
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
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import { mediaKindOf, note, type Plan, type PlannedFile, type PlannedLine } from '../plan.ts'
import { chunks, plainText } from '../new-document.ts'
import { contentOf, isPage, kindOfResource } from './content.ts'
import { CourseLinks, foldName } from './course-links.ts'
import { readManifest, type Manifest, type Outline, type Resource } from './manifest.ts'
import { quizOfItems } from './quiz.ts'
import { banksOf } from './quiz-items.ts'
import type { Content, Reader } from './reader.ts'

/** Null for a package that is not a cartridge. */
export const planOfCartridge = async (zip: Zip, fallback: Language): Promise<Plan | null> => {
  const manifest = await readManifest(zip)
  if (!manifest) return null
  const language = isLanguage(manifest.language) ? manifest.language : fallback
  const reader = readerOf(zip, manifest, language)
  const title = cut(manifest.title, TITLE_MAX)
  const builder = new Builder(manifest, reader)
  const sections = await builder.sections(manifest.outline, title)
  const unlisted = await builder.unlistedSections(language)
  builder.addUnusedFiles(zip, reader.files())
  return {
    kind: 'cartridge',
    title,
    document: newDocument(title, language, reader.links.resolve([...sections, ...unlisted])),
    files: reader.files(),
    lines: builder.lines,
  }
}

type PackageReader = Reader & { files: () => PlannedFile[] }

/** Plans each file once, however many pages show it. */
const readerOf = (zip: Zip, manifest: Manifest, language: Language): PackageReader => {
  const planned = new Map<string, PlannedFile>()
  let banks: ReturnType<typeof banksOf> | undefined
  return {
    zip,
    manifest,
    language,
    banks: () => (banks ??= banksOf({ zip })),
    usedFiles: new Set(),
    isInPackage: (name) => manifest.resources.has(name) || zip.find(name) !== null,
    links: new CourseLinks(),
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

/** The last section, for content that the outline does not name. */
const UNLISTED: Readonly<Record<Language, string>> = {
  en: 'Not in any module',
  hi: 'किसी मॉड्यूल में नहीं',
  ar: 'خارج الوحدات',
}

class Builder {
  readonly lines: PlannedLine[] = []
  readonly #manifest: Manifest
  readonly #reader: Reader
  /** Ids of resources. */
  readonly #used = new Set<string>()
  #keys = 0

  constructor(manifest: Manifest, reader: Reader) {
    this.#manifest = manifest
    this.#reader = reader
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
      const line = this.#addFolder(title, 'section')
      const topics = await this.#topics(nodes)
      if (topics.length === 0) leaveOut(line)
      sections.push(...this.#sectionsOf(title, topics))
    }
    return sections
  }

  #sectionsOf = (title: string, topics: readonly DraftTopic[]): CourseDocument['sections'] =>
    chunks(topics, TOPICS_MAX).map((chunk) => ({
      key: this.#key(),
      title: plainText(title),
      titles: {},
      opens_at: null,
      opens_after_days: null,
      requires: [],
      topics: chunk,
    }))

  #topics = async (nodes: readonly Outline[]): Promise<DraftTopic[]> => {
    const topics: DraftTopic[] = []
    for (const node of nodes) {
      const isFolder = node.children.length > 0
      const line = isFolder ? this.#addFolder(node.title, 'topic') : null
      const items: DraftItem[] = []
      for (const leaf of isFolder ? leavesOf(node) : [node]) items.push(...(await this.#leaf(leaf)))
      if (line && items.length === 0) leaveOut(line)
      topics.push(...this.#topicsOf(node.title, items))
    }
    return topics
  }

  #topicsOf = (title: string, items: readonly DraftItem[]): DraftTopic[] =>
    chunks(items, ITEMS_MAX).map((chunk) => ({
      key: this.#key(),
      title: plainText(title) || (chunk[0]?.title ?? ''),
      titles: {},
      free_preview: false,
      items: chunk,
    }))

  #leaf = async ({ title, resource: id }: Outline): Promise<DraftItem[]> => {
    const resource = id === null ? undefined : this.#manifest.resources.get(id)
    if (resource) return this.#items(resource, title)
    // A heading without content, or a missing resource.
    this.lines.push({
      path: id ?? '',
      title: plainText(title),
      kind: 'other',
      becomes: 'nothing',
      notes: [note(id === null ? 'part_broken' : 'file_missing', id ?? '')],
    })
    return []
  }

  #items = async (
    resource: Resource,
    outlineTitle: string,
    placeNotes: ImportLine['notes'] = [],
  ): Promise<DraftItem[]> => {
    this.#used.add(resource.id)
    for (const file of resource.files.slice(0, 1)) this.#reader.usedFiles.add(file)
    const content = await contentOf(this.#reader, resource, outlineTitle)
    return this.#itemsOf(resource, content, outlineTitle, placeNotes)
  }

  #itemsOf = (
    resource: Resource,
    { title: ownTitle, parts, notes, below = [] }: Content,
    outlineTitle: string,
    placeNotes: ImportLine['notes'],
  ): DraftItem[] => {
    const title = plainText(outlineTitle || ownTitle)
    const [first] = parts
    this.lines.push({
      path: resource.files[0] ?? resource.id,
      title,
      kind: kindOfResource(resource),
      becomes: parts.at(-1)?.content.type ?? 'nothing',
      notes: [
        ...notes,
        ...(first ? placeNotes : []),
        ...(first && title === '' ? [note('title_missing')] : []),
      ],
    })
    this.lines.push(...below)
    const items = parts.map(({ content, minutes, number }) => ({
      key: this.#key(),
      title: number === undefined ? title : `${cut(title, TITLE_MAX - 6)} (${number})`,
      titles: {},
      minutes,
      content,
    }))
    if (items[0]) this.#reader.links.place([resource.id, ...resource.files.slice(0, 1)], items[0].key)
    return items
  }

  /** The content that the outline does not name, each part a topic. */
  unlistedSections = async (language: Language): Promise<CourseDocument['sections']> => {
    const topics: DraftTopic[] = []
    const inPlace = [note('not_in_outline')]
    for (const resource of this.#unlisted())
      if (!this.#isUsed(resource))
        topics.push(...this.#topicsOf('', await this.#items(resource, '', inPlace)))
    const questions = this.#looseQuestions()
    const [first] = questions
    if (first) {
      for (const file of questions.flatMap(({ files }) => files)) this.#reader.usedFiles.add(file)
      const content = await quizOfItems(this.#reader, questions)
      topics.push(
        ...this.#topicsOf('', this.#itemsOf(first, content, this.#manifest.title || 'QTI', inPlace)),
      )
    }
    return this.#sectionsOf(UNLISTED[language], topics)
  }

  #isUsed = ({ id, files: [file] }: Resource): boolean =>
    this.#used.has(id) || (file !== undefined && this.#reader.usedFiles.has(file))

  /** Questions of QTI 2 or 3 are resources of their own; together they make a quiz. */
  #looseQuestions = (): Resource[] =>
    [...this.#manifest.resources.values()].filter(
      (resource) => isQuestion(resource) && !this.#isUsed(resource),
    )

  /**
   * Resources without the pictures, which pages show, and the further pages of all resources. Those that quizzes may
   * use come last.
   */
  #unlisted = (): Resource[] => {
    const all = [...this.#manifest.resources.values()]
    const ownFiles = new Set(all.flatMap(({ files }) => files.slice(0, 1)))
    const morePages = [...new Set(all.flatMap(({ files }) => files.slice(1)))].filter(
      (file) => isPage(file) && !ownFiles.has(file),
    )
    const unlisted = all.filter(
      (resource) =>
        resource.files.length > 0 &&
        mediaKindOf(resource.files[0] ?? '') !== 'image' &&
        !isQuestion(resource),
    )
    const isSupplement = ({ type }: Resource) => /learning-application/i.test(type)
    return [
      ...unlisted.filter((resource) => !isSupplement(resource)),
      ...morePages.map((file) => ({ id: file, type: 'webcontent', files: [file], needs: [] })),
      ...unlisted.filter(isSupplement),
    ]
  }

  /** Files that became nothing: pictures that no page shows, and files that the manifest does not name. */
  addUnusedFiles = (zip: Zip, planned: readonly PlannedFile[]): void => {
    const used = new Set([...this.#reader.usedFiles, ...planned.map(({ entry }) => entry)].map(foldName))
    const named = new Set([...this.#manifest.resources.values()].flatMap(({ files }) => files).map(foldName))
    for (const { name } of zip.entries) {
      if (used.has(foldName(name)) || TECHNICAL.test(name)) continue
      const isPicture = mediaKindOf(name) === 'image'
      const code = isPicture ? 'not_shown' : named.has(foldName(name)) ? 'not_supported' : 'not_in_manifest'
      const detail = code === 'not_supported' ? (name.split('.').at(-1) ?? '') : ''
      this.lines.push({
        path: name,
        title: '',
        kind: 'file',
        becomes: 'nothing',
        notes: [note(code, detail)],
      })
    }
  }

  #addFolder = (title: string, becomes: 'section' | 'topic'): PlannedLine => {
    const line: PlannedLine = { path: '', title: plainText(title), becomes, notes: [] }
    this.lines.push(line)
    return line
  }
}

const isQuestion = ({ type }: Resource): boolean => /^imsqti_item_/i.test(type)

/** Files that describe the package, and the ones that operating systems add. */
const TECHNICAL = /(?:^|\/)(?:imsmanifest\.xml|__MACOSX\/.*|\.DS_Store|Thumbs\.db|[^/]+\.(?:xsd|dtd))$/i

/** A folder of which nothing comes. */
const leaveOut = (line: PlannedLine): void => {
  line.kind = line.becomes === 'section' ? 'section' : 'topic'
  line.becomes = 'nothing'
  line.notes = [note('nothing_below')]
}

/** The page of a folder that is a page itself. */
const ownLeafOf = (node: Outline): Outline[] => (node.resource === null ? [] : [{ ...node, children: [] }])
const leavesOf = (node: Outline): Outline[] =>
  node.children.length === 0 ? [node] : [...ownLeafOf(node), ...node.children.flatMap(leavesOf)]

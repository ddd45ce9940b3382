/** What the parts of a package are read with, and what they become. */
import type { ItemContent } from '#contract/course-builder/draft.ts'
import type { ImportLine } from '#contract/course-import/course-import.ts'
import type { Language } from '#contract/languages.ts'
import type { Zip } from '#server/core/packages/zip.ts'
import type { XmlNode } from '#server/core/packages/xml.ts'
import type { PlannedLine } from '../plan.ts'
import type { CourseLinks } from './course-links.ts'
import type { Manifest } from './manifest.ts'

export interface Bank {
  path: string
  items: readonly XmlNode[]
}

export interface Reader {
  zip: Zip
  language: Language
  manifest: Manifest
  /** Read once, when a quiz needs it. */
  banks: () => Promise<ReadonlyMap<string, Bank>>
  /** Whether a resource or file with this name exists. */
  isInPackage: (name: string) => boolean
  links: CourseLinks
  /** Files that became part of something else, such as the settings of a quiz. */
  usedFiles: Set<string>
  /** Plans a picture, video or caption file and returns its placeholder address; null for any other file. */
  planFile: (name: string) => string | null
}

export interface Content {
  title: string
  /** Several items where one may not hold everything; none for content that this product does not support. */
  parts: Part[]
  notes: ImportLine['notes']
  /** HTML that becomes an article before the parts. */
  introduction?: string
  /** Lines of its questions and links. */
  below?: PlannedLine[]
}

export interface Part {
  content: ItemContent
  minutes: number
  /** Of several parts with the same title. */
  number?: number
}

/** What a page is read with. */
export type PageContext = Pick<Reader, 'language' | 'manifest' | 'planFile' | 'isInPackage' | 'links'>

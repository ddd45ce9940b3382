/** What a package would become, before anything is kept: a document, the files it needs, and what there is to say. */
import type { MediaKind } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type {
  ImportLine,
  ImportNote,
  ImportRefusal,
  PackageKind,
} from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'

/** A file that stands in the document under an address of its own until it is stored. */
export interface PlannedFile {
  /** `/media/…`, as the document names it. */
  placeholder: string
  /** Its name in the package. */
  entry: string
  kind: MediaKind
  /** First part of its stored name. */
  words: string
  /** Not a file in the package, but all of it. */
  whole?: true
  /** Stored under this address already: nothing is to be done, whatever the package brings. */
  stored?: string
  /** What its SHA-256 must begin with. */
  hash?: string
}

export interface Plan {
  kind: PackageKind
  title: string
  document: CourseDocument
  files: PlannedFile[]
  lines: ImportLine[]
}

/** The whole package is not taken. */
export class ImportRefused extends Error {
  readonly code: ImportRefusal
  readonly detail: string
  constructor(code: ImportRefusal, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'ImportRefused'
    this.code = code
    this.detail = cut(detail, 300)
  }
}

export const note = (code: ImportNote, detail = ''): ImportLine['notes'][number] => ({
  code,
  detail: cut(detail, 300),
})

const KINDS: Readonly<Record<string, MediaKind>> = {
  mp4: 'video',
  webm: 'video',
  vtt: 'captions',
  srt: 'captions',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  zip: 'package',
}
/** By the ending of its name; what it really is shows when it is read. */
export const mediaKindOf = (name: string): MediaKind | null =>
  KINDS[/\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null

/** Every text of a value changed by one rule. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [key, mapTexts(one, change)]),
  ) as T
}

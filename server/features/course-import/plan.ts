/** What a package would become: a document, the files it needs, and a report line for each part. */
import type { MediaKind } from '#contract/course-builder/uploads.ts'
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import type {
  ImportKind,
  ImportLine,
  ImportRefusal,
  PackageKind,
} from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'

/** A file that the document refers to by placeholder until it is stored. */
export interface PlannedFile {
  /** `/media/…`, as the document refers to it. */
  placeholder: string
  /** Name in the package. */
  entry: string
  kind: MediaKind
  /** First part of its stored name. */
  words: string
  /** The package itself instead of a file in it. */
  whole?: true
  /** The address of an identical file that is already stored; the package's copy is ignored. */
  stored?: string
  /** Expected prefix of its SHA-256. */
  hash?: string
}

/** A report line; without a kind, what the part becomes says it. */
export type PlannedLine = Omit<ImportLine, 'kind'> & { kind?: ImportKind }

export interface Plan {
  kind: PackageKind
  title: string
  document: CourseDocument
  files: PlannedFile[]
  lines: PlannedLine[]
}

/** Rejects the whole package. */
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

export const note = (
  code: ImportLine['notes'][number]['code'],
  detail = '',
): ImportLine['notes'][number] => ({
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
/** By file name ending; the real type is detected when the file is read. */
export const mediaKindOf = (name: string): MediaKind | null =>
  KINDS[/\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null

/** Applies a function to every string in a value, at any depth. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, mapTexts(item, change)]),
  ) as T
}

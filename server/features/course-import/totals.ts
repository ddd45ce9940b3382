/** What the dry run says of a package: totals by kind, and the lines that a person reads. */
import {
  importKinds,
  type ImportKind,
  type ImportLine,
  type ImportTotal,
  type PackageKind,
} from '#contract/course-import/course-import.ts'
import type { PlannedLine } from './plan.ts'

/** Lines of a report. */
export const LINES_MAX = 2000

const kindOf = (packageKind: PackageKind, { becomes }: PlannedLine): ImportKind => {
  if (becomes === 'article') return 'page'
  if (becomes === 'nothing') return packageKind === 'scorm' ? 'scorm' : 'other'
  return becomes
}

export const withKinds = (packageKind: PackageKind, lines: readonly PlannedLine[]): ImportLine[] =>
  lines.map((line) => ({ ...line, kind: line.kind ?? kindOf(packageKind, line) }))

/** A part without a title comes as it is; every other note names a change. */
const isChanged = ({ becomes, notes }: ImportLine): boolean =>
  becomes !== 'nothing' && notes.some(({ code }) => code !== 'title_missing')

export const totalsOf = (lines: readonly ImportLine[]): ImportTotal[] =>
  importKinds.flatMap((kind) => {
    const parts = lines.filter((line) => line.kind === kind)
    if (parts.length === 0) return []
    const leftOut = parts.filter(({ becomes }) => becomes === 'nothing').length
    return [
      {
        kind,
        in_file: parts.length,
        will_come: parts.length - leftOut,
        changed: parts.filter(isChanged).length,
        left_out: leftOut,
      },
    ]
  })

/** Kinds of which a package has thousands: those that come unchanged are only counted. */
const COUNTED: ReadonlySet<ImportKind> = new Set(['question', 'link'])

/** The lines with their order; if there are too many, those with a note first. */
export const reportLines = (all: readonly ImportLine[]): { lines: ImportLine[]; lines_omitted: number } => {
  const lines = all.filter(({ kind, notes }) => notes.length > 0 || !COUNTED.has(kind))
  if (lines.length <= LINES_MAX) return { lines, lines_omitted: 0 }
  const noted = lines.filter(({ notes }) => notes.length > 0)
  const kept = new Set([...noted, ...lines.filter(({ notes }) => notes.length === 0)].slice(0, LINES_MAX))
  return {
    lines: lines.filter((line) => kept.has(line)),
    lines_omitted: Math.max(0, noted.length - LINES_MAX),
  }
}

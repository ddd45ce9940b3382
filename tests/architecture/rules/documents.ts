import { posix } from 'node:path'
import type { Source } from './sources.ts'

/** A path that a document or a comment names: a link's target, a path in backticks, a decision note in a comment. */
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const IN_BACKTICKS =
  /`((?:\.github|bench|build|contract|docs|e2e|public|scripts|server|src|tests)\/[\w./-]*[\w/])`/g
/** A file by its name or the end of its path, after its folder was named; `/x` is an address. */
const FILE_NAME = /`(?!\/)([\w./-]*[\w-]\.(?:ts|tsx|mjs|js|css|sql|html|json|md))`/g
/** Files that a how-to page lets its reader make, and a file inside packages. */
const EXAMPLE = /NNNN_|notes-?wall|^fr\.json$|^manifest\.json$/i
const DECISION = /\bdocs\/decisions\/[\w./-]+\.md/g

const targetsOf = ({ path, text }: Source): string[] => {
  const decisions = [...text.matchAll(DECISION)].map(([target]) => target)
  if (!path.endsWith('.md')) return decisions
  const links = [...text.matchAll(LINK)]
    .map((match) => match[1] as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)))
  const named = [...text.matchAll(IN_BACKTICKS)].map((match) => match[1] as string)
  return [...decisions, ...links, ...named]
}

/** One line for each path that a source names and that does not exist. */
export const deadPaths = (source: Source, exists: (path: string) => boolean): string[] =>
  targetsOf(source)
    .filter((target) => !EXAMPLE.test(target) && !exists(target))
    .map((target) => `${source.path} names ${target}, which does not exist`)

/** One line for each file that a document names without its folder and that is nowhere in `files`. */
export const deadNames = ({ path, text }: Source, files: readonly string[]): string[] =>
  path.endsWith('.md')
    ? [...text.matchAll(FILE_NAME)]
        .map((match) => match[1] as string)
        .filter((name) => !EXAMPLE.test(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${path} names ${name}, which is nowhere`)
    : []

const LINES_MAX = 15
const PARTS = ['**Context.** ', '**Decision.** ', '**Consequences.** ', '**Undo when** ']

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** What a decision note lacks: a title, a date, one of its four parts, brevity. Rows of a table do not count. */
export const noteProblems = ({ path, text }: Source): string[] => {
  const lines = text.trimEnd().split('\n')
  const problems = [
    ...(titleOf(text) === '' ? ['a title'] : []),
    ...(lines.some((line) => /^\d{4}-\d{2}-\d{2}$/.test(line)) ? [] : ['a date']),
    ...PARTS.filter((part) => !lines.some((line) => line.startsWith(part))),
    ...(lines.filter((line) => !line.startsWith('|')).length > LINES_MAX
      ? [`at most ${LINES_MAX} lines`]
      : []),
  ]
  return problems.map((problem) => `${path} needs ${problem.trim()}`)
}

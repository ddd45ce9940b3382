import type { Source } from './sources.ts'

/** The ids that docs/requirements.md explains: the first cell of each row of its tables. */
export const knownIds = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...markdown.matchAll(/^\| *([^|]+?) *\|/gm)]
      .map((match) => match[1] as string)
      .filter((cell) => cell !== 'id' && !/^-+$/.test(cell)),
  )

const BLOCK_COMMENTS = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\//gm
const LINE_COMMENTS = /(?<=^|\s)(?:\/\/|--)[^\n]*(?:\n\s*(?:\/\/|--)[^\n]*)*/gm
const TITLES =
  /\b(?:it|test|describe|inFullRuns)\b[\w.]*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g
const plain = (text: string) => text.replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ')

/** The text of a source that may cite a requirement: comments and test titles of code, else everything. */
const proseOf = ({ path, text }: Source): { comments: string[]; titles: string[] } => {
  if (!/\.(ts|tsx|js|mjs|css|sql)$/.test(path)) return { comments: [plain(text)], titles: [] }
  const comments = [...text.matchAll(BLOCK_COMMENTS), ...text.matchAll(LINE_COMMENTS)]
  return {
    comments: comments.map(([comment]) => plain(comment)),
    titles: [...text.matchAll(TITLES)].map((match) => match[2] as string),
  }
}

const INVARIANT = /^[A-H]\d{1,2}$/
const FEATURE = /^(?:AD|AT|AU|AX|BU|CE|CO|CT|DA|EM|EX|IN|JB|LV|NT|PL|PR|PW|PY|RF|ST|TE|WS)\d{1,2}$/
const numbered = (prose: string, prefix: string, pattern: RegExp): string[] =>
  [...prose.matchAll(pattern)].flatMap((match) =>
    (match[1] as string).split(/, /).map((part) => `${prefix} ${part}`),
  )
/** `rules: Learning and more` cites the id that it starts with; without one, its first word. */
const ruleIds = (prose: string, known: ReadonlySet<string>): string[] =>
  [...prose.matchAll(/\brules: ([A-Z][\w-]*(?: [a-z]+)*)/g)].map(
    (match) => [...known].find((id) => `${match[0]} `.startsWith(`${id} `)) ?? match[0],
  )
/** `(A12)`, `(spec 5; D11)`, `(EX8)`: the items of a parenthesis that are ids. */
const itemsInParentheses = (prose: string): string[] =>
  [...prose.matchAll(/\(([^()]*)\)/g)].flatMap((match) =>
    (match[1] as string).split(/[;,] ?/).filter((item) => INVARIANT.test(item) || FEATURE.test(item)),
  )
/** `A1, A2 control: …`: the ids in front of a test title. */
const leadingIds = (title: string): string[] =>
  /^((?:[A-Z]{1,2}\d{1,2}(?:, )?)+)(?: control)?:/.exec(title)?.[1]?.split(', ') ?? []

/** Every id that a source cites. */
export const citedIds = (source: Source, known: ReadonlySet<string>): string[] => {
  const { comments, titles } = proseOf(source)
  return [
    ...[...comments, ...titles].flatMap((prose) => [
      ...numbered(prose, 'spec', /\b[Ss]pec (\d+(?:, \d+(?![\w.%]))*)/g),
      ...numbered(prose, 'trust', /\btrust (8\.\d+|(?:reading|pitfall) \d+|facts)\b/g),
      ...numbered(prose, 'design', /\bdesign (\d+|tokens|layout|pieces)\b(?=[);,])/g),
      ...numbered(prose, 'architecture', /\barchitecture (\d+)\b/g),
      ...ruleIds(prose, known),
      ...itemsInParentheses(prose),
    ]),
    ...titles.flatMap(leadingIds),
  ]
}

/** Forms of citations that readers of this repository cannot look up. */
const OLD_FORMS =
  /\b(?:TRUST|RULES|SPEC|DESIGN|ARCHITECTURE|FEATURES)(?:\.md)? (?:§|["“]|rules? \d|principle|reading|pitfall|[A-Z]{1,2}\d)|\b[Ss]pec(?:ification)? ?§|\bissue (?:\d|")/

/** One line for each cited id that is unknown and for each citation in an old form. */
export const unknownCitations = (source: Source, known: ReadonlySet<string>): string[] => [
  ...citedIds(source, known)
    .filter((id) => !known.has(id))
    .map((id) => `${source.path} cites ${id}, which docs/requirements.md does not explain`),
  ...source.text
    .split('\n')
    .flatMap((line, index) =>
      OLD_FORMS.test(line) ? [`${source.path}:${index + 1} cites in an old form: ${line.trim()}`] : [],
    ),
]

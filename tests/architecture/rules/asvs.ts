/**
 * The requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0, and what
 * docs/security/asvs.md says about them.
 */

/** By section: the numbers of level 1, and those that level 2 adds. `V1.2: [[1], [6]]` are V1.2.1 and V1.2.6. */
const SECTIONS: Readonly<Record<string, readonly [readonly number[], readonly number[]]>> = {
  'V1.1': [[], [1, 2]],
  'V1.2': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ],
  'V1.3': [
    [1, 2],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ],
  'V1.4': [[], [1, 2, 3]],
  'V1.5': [[1], [2]],
  'V2.1': [[1], [2, 3]],
  'V2.2': [[1, 2], [3]],
  'V2.3': [[1], [2, 3, 4]],
  'V2.4': [[], [1]],
  'V3.2': [[1, 2], []],
  'V3.3': [[1], [2, 3, 4]],
  'V3.4': [
    [1, 2],
    [3, 4, 5, 6],
  ],
  'V3.5': [
    [1, 2, 3],
    [4, 5],
  ],
  'V3.7': [[], [1, 2]],
  'V4.1': [[1], [2, 3]],
  'V4.2': [[], [1]],
  'V4.3': [[], [1, 2]],
  'V4.4': [[1], [2, 3, 4]],
  'V5.1': [[], [1]],
  'V5.2': [[1, 2], [3]],
  'V5.3': [[1, 2], []],
  'V5.4': [[], [1, 2, 3]],
  'V6.1': [[1], [2, 3]],
  'V6.2': [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  'V6.3': [
    [1, 2],
    [3, 4],
  ],
  'V6.4': [
    [1, 2],
    [3, 4],
  ],
  'V6.5': [[], [1, 2, 3, 4, 5]],
  'V6.6': [[], [1, 2, 3]],
  'V6.8': [[], [1, 2, 3, 4]],
  'V7.1': [[], [1, 2, 3]],
  'V7.2': [[1, 2, 3, 4], []],
  'V7.3': [[], [1, 2]],
  'V7.4': [
    [1, 2],
    [3, 4, 5],
  ],
  'V7.5': [[], [1, 2]],
  'V7.6': [[], [1, 2]],
  'V8.1': [[1], [2]],
  'V8.2': [[1, 2], [3]],
  'V8.3': [[1], []],
  'V8.4': [[], [1]],
  'V9.1': [[1, 2, 3], []],
  'V9.2': [[1], [2, 3, 4]],
  'V10.1': [[], [1, 2]],
  'V10.2': [[], [1, 2]],
  'V10.3': [[], [1, 2, 3, 4]],
  'V10.4': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ],
  'V10.5': [[], [1, 2, 3, 4, 5]],
  'V10.6': [[], [1, 2]],
  'V10.7': [[], [1, 2, 3]],
  'V11.1': [[], [1, 2]],
  'V11.2': [[], [1, 2, 3]],
  'V11.3': [[1, 2], [3]],
  'V11.4': [[1], [2, 3, 4]],
  'V11.5': [[], [1]],
  'V11.6': [[], [1]],
  'V12.1': [[1], [2, 3]],
  'V12.2': [[1, 2], []],
  'V12.3': [[], [1, 2, 3, 4]],
  'V13.1': [[], [1]],
  'V13.2': [[], [1, 2, 3, 4, 5]],
  'V13.3': [[], [1, 2]],
  'V13.4': [[1], [2, 3, 4, 5]],
  'V14.1': [[], [1, 2]],
  'V14.2': [[1], [2, 3, 4]],
  'V14.3': [[1], [2, 3]],
  'V15.1': [[1], [2, 3]],
  'V15.2': [[1], [2, 3]],
  'V15.3': [[1], [2, 3, 4, 5, 6, 7]],
  'V16.1': [[], [1]],
  'V16.2': [[], [1, 2, 3, 4, 5]],
  'V16.3': [[], [1, 2, 3, 4]],
  'V16.4': [[], [1, 2, 3]],
  'V16.5': [[], [1, 2, 3]],
  'V17.1': [[], [1]],
  'V17.2': [[], [1, 2, 3, 4]],
  'V17.3': [[], [1, 2]],
}

type Level = 1 | 2
/** The level of each requirement, by its id. */
export const REQUIREMENTS: ReadonlyMap<string, Level> = new Map(
  Object.entries(SECTIONS).flatMap(([section, levels]) =>
    levels.flatMap((numbers, index) =>
      numbers.map((number): [string, Level] => [`${section}.${number}`, index === 0 ? 1 : 2]),
    ),
  ),
)

const STATES = ['held', 'operator', 'not applicable', 'falls short'] as const
type State = (typeof STATES)[number]
const isState = (text: string): text is State => STATES.some((state) => state === text)

interface Row {
  id: string
  level: string
  words: string
  state: string
  where: string
  test: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

export const rowsOf = (page: string): Row[] =>
  page
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [id = '', level = '', words = '', state = '', where = '', test = ''] = cellsOf(line)
      return { id, level, words, state, where, test }
    })

const TEST_PATH = /`(?:tests|e2e)\/[\w./-]+\.(?:test\.tsx?|spec\.ts)`/
const SOURCE = /`[\w./-]+`|\]\(controls\.md/
const REASON_MIN_CHARS = 18

/** What a row lacks for its state. */
const lackOf = ({ level, words, state, where, test, id }: Row): string | null => {
  if (String(REQUIREMENTS.get(id)) !== level) return 'the right level'
  if (words.length < 4) return 'the requirement in words'
  if (!isState(state)) return 'a state'
  if (state === 'held') return SOURCE.test(where) && TEST_PATH.test(test) ? null : 'a source and a test'
  if (state === 'operator') return where.includes('](controls.md') ? null : 'a link to controls.md'
  return where.length >= REASON_MIN_CHARS ? null : 'a reason'
}

/** One line for each requirement without a row, for each row too many, and for each row without evidence. */
export const asvsProblems = (page: string): string[] => {
  const rows = rowsOf(page)
  const ids = rows.map(({ id }) => id)
  return [
    ...[...REQUIREMENTS.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
    ...ids.filter((id) => !REQUIREMENTS.has(id)).map((id) => `${id} is no requirement of level 1 or 2`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two rows`),
    ...rows.flatMap((row) => {
      const lack = lackOf(row)
      return lack === null ? [] : [`${row.id} needs ${lack}`]
    }),
  ]
}

/** The lines of the table of counts, as the rows make them. */
export const countsOf = (page: string): string[] =>
  (['1', '2'] as const).map((level) => {
    const rows = rowsOf(page).filter((row) => row.level === level)
    const counts = STATES.map((state) => rows.filter((row) => row.state === state).length)
    return `| ${[level, ...counts, rows.length].join(' | ')} |`
  })

/** The addresses within the dashboard: the rows behind a number, the lessons of a course, the learners at risk. */
import { riskReasons, type RiskReason } from '#contract/dashboard/at-risk.ts'
import { courseKinds, rowKinds, type RowKind } from '#contract/dashboard/rows.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { periodPart } from './period.ts'

/** What a list of rows is about. */
export interface RowsAddress {
  kind: RowKind
  from?: string
  to?: string
  course?: number
  lesson?: number
  group?: number
}

const linkTo = (address: URLSearchParams, own: Record<string, string>): string => {
  const query = new URLSearchParams({ ...periodPart(address), ...own })
  return query.size === 0 ? adminPaths.dashboard : `${adminPaths.dashboard}?${query}`
}

export const overviewLink = (address: URLSearchParams): string => linkTo(address, {})

export const rowsLink = (address: URLSearchParams, { kind, ...about }: RowsAddress): string =>
  linkTo(address, {
    rows: kind,
    ...Object.fromEntries(
      Object.entries(about).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  })

export const lessonsLink = (address: URLSearchParams, course: number): string =>
  linkTo(address, { lessons: String(course) })

export const riskLink = (address: URLSearchParams, reason: RiskReason | null): string =>
  linkTo(address, { risk: reason ?? 'any' })

type View =
  | { view: 'overview' }
  | { view: 'rows'; asked: RowsAddress }
  | { view: 'lessons'; course: number }
  | { view: 'risk'; reason: RiskReason | null }

/** What the address shows; the overview for what makes no sense. */
export const readView = (address: URLSearchParams): View => {
  const kind = rowKinds.find((each) => each === address.get('rows'))
  const [course, lesson] = [parseId(address.get('course')), parseId(address.get('lesson'))]
  const [from, to] = [address.get('from'), address.get('to')]
  const isAboutCourse = courseKinds.some((each) => each === kind)
  const period = from !== null && to !== null && { from, to }
  if (kind && isAboutCourse && course !== null)
    return { view: 'rows', asked: { kind, course, ...(lesson !== null && { lesson }), ...period } }
  const group = parseId(address.get('group'))
  if (kind && !isAboutCourse)
    return {
      view: 'rows',
      asked: { kind, ...period, ...(group !== null && { group }) },
    }
  const lessons = parseId(address.get('lessons'))
  if (lessons !== null) return { view: 'lessons', course: lessons }
  if (address.has('risk'))
    return { view: 'risk', reason: riskReasons.find((each) => each === address.get('risk')) ?? null }
  return { view: 'overview' }
}

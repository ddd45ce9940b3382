import type { SecurityEvent } from '#contract/security/security-events.ts'
import { adminPaths } from '#src/core/admin-paths.ts'

type Value = SecurityEvent['detail'][string]

/** What was there before and after; null for events that changed no single value. */
export const changeOf = ({ from, to }: SecurityEvent['detail']): { from: Value; to: Value } | null =>
  from === undefined || to === undefined ? null : { from, to }

/** Everything else that was written down, as `name: value`. */
export const factsOf = (detail: SecurityEvent['detail']): string => {
  const isChange = changeOf(detail) !== null
  return Object.entries(detail)
    .filter(([name]) => !isChange || (name !== 'from' && name !== 'to'))
    .map(([name, value]) => `${name}: ${value ?? '–'}`)
    .join(' · ')
}

export const personPath = (id: number): string => `${adminPaths.students}?student=${id}`

const PLACES: Record<string, (id: number) => string> = {
  user: personPath,
  course: adminPaths.course,
  job: adminPaths.job,
}

/** Where the thing of an event is; null where it has no page of its own. */
export const placeOf = (object: string | null): string | null => {
  const [, kind = '', id = ''] = /^(\w+):([1-9]\d{0,8})$/.exec(object ?? '') ?? []
  return PLACES[kind]?.(Number(id)) ?? null
}

/** What former builds kept in their databases, as rows of this one. Pure. The names here are history and never change. */
import type { CachedResponse, DeviceKeys, OutboxRow } from '../schema.ts'

/** A row for a store; `choose` decides between it and a row that is already there. */
export interface MovedRow {
  store: 'outbox' | 'device' | 'personal' | 'responses' | 'courses' | 'keys'
  key: string | [string, string, string]
  value: unknown
  choose: (present: never, moved: never) => unknown
}

const keepPresent = (present: unknown) => present

interface Dated {
  at?: number
}
const keepNewer = <T extends Dated>(present: T, moved: T) =>
  (moved.at ?? 0) > (present.at ?? 0) ? moved : present

const outboxRow = (
  row: OutboxRow,
  choose: (present: never, moved: never) => unknown = keepPresent,
): MovedRow => ({ store: 'outbox', key: [row.owner, row.queue, row.id], value: row, choose })

const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : []

/** Learning progress: one array for each person; what an even older build left has neither name nor moment. */
const progressRows = (owner: string, value: unknown): MovedRow[] =>
  list(value).map(({ id, at = 0, since = 0, ...entry }, index) =>
    outboxRow({
      owner,
      queue: 'progress',
      id: typeof id === 'string' ? id : `unnamed-${index}-${JSON.stringify(entry)}`,
      value: { entry, at, since, refused: null },
    }),
  )

const refusedRows = (owner: string, value: unknown): MovedRow[] =>
  list(value).map(({ entry, detail, at }) =>
    outboxRow({
      owner,
      queue: 'progress',
      id: `refused-${String(at)}`,
      value: { entry, at, since: at, refused: detail ?? '' },
    }),
  )

const postRows = (owner: string, value: unknown): MovedRow[] =>
  list(value).map(({ since, refused, ...entry }) =>
    outboxRow({
      owner,
      queue: 'forum',
      id: String(entry['id']),
      value: { entry, at: since, since, refused },
    }),
  )

const courseChangeRows = (value: unknown): MovedRow[] => {
  const { owner, courses } = value as { owner: string; courses: Record<string, unknown> }
  return Object.entries(courses).map(([courseId, changes]) =>
    outboxRow({ owner, queue: 'course-changes', id: courseId, value: changes }),
  )
}

interface StoredInterval {
  owner: string
  writtenAt: number
  segment: { id: string }
}
/** A tab of the former build goes on writing the interval that runs. */
const intervalRow = (value: StoredInterval): MovedRow =>
  outboxRow(
    { owner: value.owner, queue: 'study-time', id: value.segment.id, value },
    (present: OutboxRow, moved: OutboxRow) =>
      (moved.value as StoredInterval).writtenAt > (present.value as StoredInterval).writtenAt
        ? moved
        : present,
  )

interface Answer {
  position: number
  seq: number
}
interface StoredAttempt {
  life: string
  record: { entries: readonly Answer[] }
}

/**
 * The page that wrote the record goes on writing it. Where another page has taken the attempt over since, its record
 * stays, with the answers that only the moved one has: sending an answer twice is harmless, losing one is not.
 */
const chooseAttempt = (present: OutboxRow, moved: OutboxRow): OutboxRow => {
  const [there, came] = [present.value as StoredAttempt, moved.value as StoredAttempt]
  if (there.life === came.life) return moved
  const known = new Map(there.record.entries.map((entry) => [entry.position, entry.seq]))
  const missing = came.record.entries.filter(({ position, seq }) => seq > (known.get(position) ?? -1))
  const untouched = there.record.entries.filter(
    ({ position }) => !missing.some((entry) => entry.position === position),
  )
  return {
    ...present,
    value: { ...there, record: { ...there.record, entries: [...untouched, ...missing] } },
  }
}

/** `client:person:attempt`. */
const attemptRow = (key: string, value: unknown): MovedRow => {
  const [client = '', person = '', ...attempt] = key.split(':')
  const row = { owner: `${client}:${person}`, queue: 'attempts', id: attempt.join(':'), value }
  return outboxRow(row, chooseAttempt)
}

interface StoredTokens {
  access_token: string
}
const issuedAt = ({ access_token }: StoredTokens): number => {
  try {
    const claims = access_token.split('.')[1] ?? ''
    return Number(
      (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { iat?: number }).iat,
    )
  } catch {
    return 0
  }
}
const chooseTokens = (present: StoredTokens, moved: StoredTokens) =>
  issuedAt(moved) > issuedAt(present) ? moved : present

/** A note of a former build is newer than the present one: older ones were moved at once. */
const keepMoved = (_present: unknown, moved: unknown) => moved

const VALUES: Readonly<Record<string, Pick<MovedRow, 'store' | 'choose'>>> = {
  left: { store: 'device', choose: keepMoved },
  drafts: { store: 'device', choose: keepNewer },
  tokens: { store: 'personal', choose: chooseTokens },
  home_answers: { store: 'personal', choose: keepNewer },
  attempt_paper: { store: 'personal', choose: keepPresent },
  push_owner: { store: 'personal', choose: keepPresent },
}

/** Keys of the former key-value store that end with `client:person`. */
const QUEUES: Readonly<Record<string, (owner: string, value: unknown) => MovedRow[]>> = {
  progress_queue: progressRows,
  progress_queue_back: progressRows,
  progress_queue_refused: refusedRows,
  forum_queue: postRows,
  forum_queue_back: postRows,
}

const fromKeyValue = (key: string, value: unknown): MovedRow[] => {
  if (key === 'builder_changes') return courseChangeRows(value)
  const known = VALUES[key]
  if (known) return [{ key, value, ...known }]
  const [, queue = '', owner = ''] = /^(\w+):(\d+:\d+)$/.exec(key) ?? []
  return QUEUES[queue]?.(owner, value) ?? []
}

const chooseResponse = (present: CachedResponse, moved: CachedResponse): CachedResponse => ({
  ...(moved.at > present.at ? moved : present),
  // What belongs to a saved course stays with it.
  course: Math.max(present.course, moved.course),
})

const chooseCourse = (present: { state?: string }, moved: unknown) =>
  present.state === 'saved' ? present : moved

/** Rows of this database for one row of `database/store`; encrypted pieces are moved as they are. */
export const convertRow = (store: string, key: string, value: unknown): MovedRow[] => {
  switch (store) {
    case 'lms/kv':
      return fromKeyValue(key, value)
    case 'lms-activity/segments':
      return [intervalRow(value as StoredInterval)]
    case 'lms-attempts/records':
      return [attemptRow(key, value)]
    case 'lms-sealed/keys':
      return [{ store: 'keys', key: (value as DeviceKeys).person, value, choose: keepNewer }]
    case 'lms_saved/answers':
      return [{ store: 'responses', key: (value as CachedResponse).key, value, choose: chooseResponse }]
    case 'lms_saved/courses':
      return [{ store: 'courses', key, value, choose: chooseCourse }]
    default:
      return []
  }
}

/** Rows of the outbox that a former build encrypted as one piece. */
export const rowsOfOldPiece = (owner: string, place: string, key: string, value: unknown): OutboxRow[] => {
  const converted = () => {
    switch (place) {
      case 'progress':
        return progressRows(owner, value)
      case 'refused':
        return refusedRows(owner, value)
      case 'forum':
        return postRows(owner, value)
      case 'course-changes':
        return courseChangeRows(value)
      case 'study-time':
        return [intervalRow(value as StoredInterval)]
      case 'attempts':
        return [attemptRow(key, value)]
      default:
        return []
    }
  }
  return converted().map((row) => ({ ...(row.value as OutboxRow), owner }))
}

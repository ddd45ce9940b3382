/** What is noted for integrity until the server has it (rules: Assessments: events within 2 s count once). */
import {
  AGE_MAX_MS,
  INTEGRITY_MERGE_MS,
  type IntegrityKind,
  type SentEvent,
} from '#contract/assessments/shapes.ts'
import { ageOf, type KeptEvent, type Moment } from './record.ts'

/** Leaving a tab takes the focus from the window too: of the two, this one says more. */
const SAYS_MORE: Partial<Record<IntegrityKind, IntegrityKind>> = { blur: 'left_tab' }

const within = (ms: number) => Math.min(ms, AGE_MAX_MS)

export const createNotes = (now: () => Moment, uuid: () => string) => {
  let events: readonly KeptEvent[] = []
  let last: { id: string; at: Moment } | null = null

  const replace = (id: string, change: (event: KeptEvent) => KeptEvent) => {
    events = events.map((event) => (event.id === id ? change(event) : event))
  }
  return {
    all: (): readonly KeptEvent[] => events,
    unsent: (): number => events.length,
    restore: (kept: readonly KeptEvent[]) => {
      // Whoever closed the page while away is back by now; for how long they were away nobody knows.
      events = [...kept.map((event) => ({ ...event, lastedMs: event.lastedMs ?? 0 })), ...events]
    },
    /** Gives what to call when it is over. */
    add: (kind: IntegrityKind, position: number | null, lasts: boolean): (() => void) => {
      const at = now()
      const merged = last !== null && ageOf(last.at, at) < INTEGRITY_MERGE_MS
      const id = merged && last !== null ? last.id : uuid()
      if (merged) {
        replace(id, (event) => ({
          ...event,
          kind: SAYS_MORE[event.kind] === kind ? kind : event.kind,
          lastedMs: lasts ? null : event.lastedMs,
        }))
      } else {
        last = { id, at }
        events = [...events, { id, kind, at, position, lastedMs: lasts ? null : 0 }]
      }
      return () => {
        if (lasts) replace(id, (event) => ({ ...event, lastedMs: ageOf(event.at, now()) }))
      }
    },
    /** What is over: how long somebody is away is told once they are back. */
    over: (): readonly KeptEvent[] => events.filter((event) => event.lastedMs !== null),
    toSend: (list: readonly KeptEvent[]): SentEvent[] => {
      const moment = now()
      return list.map(({ id, kind, at, position, lastedMs }) => {
        const age_ms = within(ageOf(at, moment))
        return { id, kind, position, age_ms, lasted_ms: within(lastedMs ?? age_ms) }
      })
    },
    confirmed: (sent: readonly KeptEvent[]) => {
      const ids = new Set(sent.map((event) => event.id))
      events = events.filter((event) => !ids.has(event.id))
    },
  }
}

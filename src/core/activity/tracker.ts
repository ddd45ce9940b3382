/** The thin shell: page events in, deeds out. Everything it touches is an argument (architecture 9). */
import {
  BACKUP_EVERY_MS,
  DAY_CHECK_EVERY_MS,
  LOG_KEPT,
  LONGEST_STEP_MS,
  TICK_MS,
  TOTAL_BACKUP_EVERY_MS,
} from './constants.ts'
import type { Delivery } from './delivery.ts'
import {
  advance,
  initialState,
  type Effect,
  type Moment,
  type TrackerEvent,
  type TrackerState,
} from './machine.ts'
import type { Kept, Notes, SegmentStore } from './store.ts'

/** What the tracker needs of the page; the browser's own in the product. */
export interface TrackedPage {
  visible: () => boolean
  focused: () => boolean
  /** Calls back on every event that may change the two above; `soon` ones are judged in the next task. */
  onPresence: (listener: () => void) => () => void
  onLeave: (listener: (how: 'hidden' | 'freeze' | 'page_unload') => void) => () => void
  onOnline: (listener: () => void) => () => void
  /** True when this page load is a reload. */
  reloaded: () => boolean
}

export interface TrackerParts {
  page: TrackedPage
  now: () => Moment
  newId: () => string
  /** Id of this load of the page; the delivery has the same. */
  pageLife: string
  store: SegmentStore
  notes: Notes
  delivery: Delivery
  owner: () => string | null
  /** The page has been looked at since then, on the monotonic clock; null when that is not known. */
  presentSince: number | null
  every: (ms: number, action: () => void) => () => void
  /** Runs in the next task: focus that moved into a frame has settled by then. */
  soon: (action: () => void) => void
}

export interface Tracker {
  stop: () => void
  /** Ends the running stretch and sends it, e.g. before signing out. */
  finish: () => Promise<void>
  state: () => TrackerState
}

/** A running record that has not been written for this long belongs to a tab that died. */
const DEAD_AFTER_MS = 2.5 * BACKUP_EVERY_MS

interface TotalBackup {
  day: string
  totalMs: number
  at: number
}

export const startTracker = (parts: TrackerParts): Tracker => {
  const { page, notes } = parts
  const backup = notes.read('totalBackup') as TotalBackup | null
  const start = parts.now()
  const sameDay = backup?.day === start.day
  const storedSession = notes.read('sessionId')
  const continues = sameDay && typeof storedSession === 'string' && start.wall - backup.at < 30 * 60_000
  const sessionId = continues ? storedSession : parts.newId()
  let state = initialState(start, { pageLife: parts.pageLife, sessionId }, sameDay ? backup.totalMs : 0)
  const own = new Set<string>()
  const pending = new Set<Promise<void>>()

  const log = (text: string) => {
    const lines = notes.read('log')
    notes.write(
      'log',
      [...(Array.isArray(lines) ? lines : []), `${new Date(parts.now().wall).toISOString()} ${text}`].slice(
        -LOG_KEPT,
      ),
    )
  }
  const noteSession = (id: string) => {
    notes.write('sessionId', id)
    notes.write('sessionStart', parts.now().wall)
  }
  if (!continues) noteSession(sessionId)
  if (backup && !sameDay) keepHistory(notes, backup.day, backup.totalMs)

  const keep = (kept: Omit<Kept, 'owner' | 'writtenAt' | 'pageLife'>): Kept | null => {
    const owner = parts.owner()
    return owner ? { ...kept, owner, pageLife: parts.pageLife, writtenAt: parts.now().wall } : null
  }

  const settle = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => log(`failed: ${String(error)}`))
      .finally(() => pending.delete(done))
    pending.add(done)
  }

  const perform = (effect: Effect) => {
    switch (effect.type) {
      case 'backup': {
        const kept = keep({ segment: effect.segment, phase: 'running', how: null, emergency: true })
        own.add(effect.segment.id)
        if (kept) settle(parts.store.put(kept))
        return
      }
      case 'finish': {
        const kept = keep({ segment: effect.segment, phase: 'finished', how: effect.how, emergency: false })
        if (!kept) return
        // Both at once when the page may vanish: what is stored is sent again later, and a repeat is harmless.
        if (effect.urgent) {
          settle(parts.store.put(kept))
          settle(parts.delivery.deliver(kept, true))
        } else settle(parts.store.put(kept).then(() => parts.delivery.deliver(kept, false)))
        return
      }
      case 'dayEnded':
        keepHistory(notes, effect.day, effect.totalMs)
        return
      case 'newSession':
        noteSession(effect.sessionId)
    }
  }

  const feed = (event: TrackerEvent, at = parts.now()) => {
    const step = advance(state, event, at, parts.newId)
    state = step.state
    for (const effect of step.effects) perform(effect)
  }

  const recover = async () => {
    const owner = parts.owner()
    if (!owner) return
    const now = parts.now().wall
    for (const kept of await parts.store.all(owner)) {
      if (
        kept.phase !== 'running' ||
        own.has(kept.segment.id) ||
        Math.abs(now - kept.writtenAt) < DEAD_AFTER_MS
      )
        continue
      const how = page.reloaded() ? 'page_refresh' : kept.how
      await parts.store.put({ ...kept, phase: 'finished', emergency: true, how })
    }
    await parts.delivery.flush()
  }

  const judge = () =>
    feed({ type: 'presence', present: page.visible() && page.focused() && parts.owner() !== null })
  /** The tracker starts after its page. No further back than one step: what is longer may have been sleep. */
  const countFromBefore = () => {
    const before = Math.min(start.mono - (parts.presentSince ?? start.mono), LONGEST_STEP_MS)
    if (before > 0 && page.visible() && page.focused() && parts.owner() !== null)
      feed(
        { type: 'presence', present: true },
        { ...start, mono: start.mono - before, wall: start.wall - before },
      )
  }
  const saveTotal = () => {
    const at = parts.now()
    notes.write('totalBackup', {
      day: state.day,
      totalMs: state.dayTotalMs,
      at: at.wall,
    } satisfies TotalBackup)
  }

  const stops = [
    page.onPresence(() => parts.soon(judge)),
    page.onLeave((how) => {
      feed({ type: 'leave', how })
      saveTotal()
    }),
    page.onOnline(() => settle(recover())),
    parts.every(TICK_MS, () => {
      judge()
      feed({ type: 'tick' })
    }),
    parts.every(DAY_CHECK_EVERY_MS, () => {
      feed({ type: 'checkDay' })
      settle(recover())
    }),
    parts.every(BACKUP_EVERY_MS, saveTotal),
    parts.every(TOTAL_BACKUP_EVERY_MS, saveTotal),
  ]
  countFromBefore()
  judge()
  settle(recover())

  const idle = async () => {
    while (pending.size > 0) await Promise.all(pending)
  }
  return {
    stop: () => {
      for (const stop of stops) stop()
    },
    finish: async () => {
      feed({ type: 'leave', how: 'hidden' })
      saveTotal()
      await idle()
    },
    state: () => state,
  }
}

/** Days of local history that are kept. */
const HISTORY_DAYS = 60

const keepHistory = (notes: Notes, day: string, totalMs: number) => {
  const stored = notes.read('history')
  const history = typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
  const entries = Object.entries({ ...history, [day]: Math.round(totalMs / 1000) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  notes.write('history', Object.fromEntries(entries.slice(-HISTORY_DAYS)))
}

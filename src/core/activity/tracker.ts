/** The thin shell: page events in, effects out. Everything it touches is an argument (architecture 9). */
import {
  BACKUP_EVERY_MS,
  DAY_CHECK_EVERY_MS,
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
import type { IntervalStore, Notes, StoredInterval } from './store.ts'
import { keepHistory, keepLog, keepSession, keepTotal, resumeSession } from './tracker-notes.ts'

/** What the tracker needs of the page; the browser's own in the product. */
export interface TrackedPage {
  visible: () => boolean
  focused: () => boolean
  /** Calls back on every event that may change the two above. */
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
  store: IntervalStore
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
  /** Ends the running interval and sends it, e.g. before signing out. */
  finish: () => Promise<void>
  state: () => TrackerState
}

/** A running record that has not been written for this long belongs to a tab that died. */
const DEAD_AFTER_MS = 2.5 * BACKUP_EVERY_MS

/** Carries out effects, and knows when all of them are done. */
const createEffects = (parts: TrackerParts) => {
  const { notes, store, delivery } = parts
  const ownIds = new Set<string>()
  const pending = new Set<Promise<void>>()

  const run = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => keepLog(notes, parts.now(), `failed: ${String(error)}`))
      .finally(() => pending.delete(done))
    pending.add(done)
  }
  const stored = (given: Pick<StoredInterval, 'segment' | 'phase' | 'how' | 'emergency'>) => {
    const owner = parts.owner()
    return owner ? { ...given, owner, pageLife: parts.pageLife, writtenAt: parts.now().wall } : null
  }
  const backUp = ({ interval }: Extract<Effect, { type: 'backup' }>) => {
    const record = stored({ segment: interval, phase: 'running', how: null, emergency: true })
    ownIds.add(interval.id)
    if (record) run(store.put(record))
  }
  const finish = ({ interval, how, urgent }: Extract<Effect, { type: 'finish' }>) => {
    const record = stored({ segment: interval, phase: 'finished', how, emergency: false })
    if (!record) return
    if (!urgent) return run(store.put(record).then(() => delivery.deliver(record, false)))
    // Both at once when the page may vanish: what is stored is sent again later, and a repeat is harmless.
    run(store.put(record))
    return run(delivery.deliver(record, true))
  }
  const perform = (effect: Effect) => {
    switch (effect.type) {
      case 'backup':
        return backUp(effect)
      case 'finish':
        return finish(effect)
      case 'dayEnded':
        return keepHistory(notes, effect.day, effect.totalMs)
      case 'newSession':
        return keepSession(notes, effect.sessionId, parts.now().wall)
    }
  }
  return {
    perform,
    run,
    isOwn: (id: string) => ownIds.has(id),
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** Intervals of tabs that died end as emergencies; then everything that waits is sent. */
const recover = async (parts: TrackerParts, isOwn: (id: string) => boolean) => {
  const owner = parts.owner()
  if (!owner) return
  const now = parts.now().wall
  for (const interval of await parts.store.all(owner)) {
    const isAlive = Math.abs(now - interval.writtenAt) < DEAD_AFTER_MS
    if (interval.phase !== 'running' || isOwn(interval.segment.id) || isAlive) continue
    const how = parts.page.reloaded() ? 'page_refresh' : interval.how
    await parts.store.put({ ...interval, phase: 'finished', emergency: true, how })
  }
  await parts.delivery.flush()
}

const isPresent = ({ page, owner }: TrackerParts) => page.visible() && page.focused() && owner() !== null

/** The tracker starts after its page. No further back than one step: what is longer may have been sleep. */
const momentOfArrival = (parts: TrackerParts, start: Moment): Moment | null => {
  const before = Math.min(start.mono - (parts.presentSince ?? start.mono), LONGEST_STEP_MS)
  if (before <= 0 || !isPresent(parts)) return null
  return { ...start, mono: start.mono - before, wall: start.wall - before }
}

export const startTracker = (parts: TrackerParts): Tracker => {
  const { page, notes } = parts
  const start = parts.now()
  const { sessionId, dayTotalMs } = resumeSession(notes, start, parts.newId)
  let state = initialState(start, { pageLife: parts.pageLife, sessionId }, dayTotalMs)
  const effects = createEffects(parts)

  const feed = (event: TrackerEvent, at = parts.now()) => {
    const step = advance(state, event, at, parts.newId)
    state = step.state
    for (const effect of step.effects) effects.perform(effect)
  }
  const checkPresence = () => feed({ type: 'presence', present: isPresent(parts) })
  const saveTotal = () => keepTotal(notes, parts.now(), state)
  const recoverSoon = () => effects.run(recover(parts, effects.isOwn))

  const stops = [
    page.onPresence(() => parts.soon(checkPresence)),
    page.onLeave((how) => {
      feed({ type: 'leave', how })
      saveTotal()
    }),
    page.onOnline(recoverSoon),
    parts.every(TICK_MS, () => {
      checkPresence()
      feed({ type: 'tick' })
    }),
    parts.every(DAY_CHECK_EVERY_MS, () => {
      feed({ type: 'checkDay' })
      recoverSoon()
    }),
    parts.every(BACKUP_EVERY_MS, saveTotal),
    parts.every(TOTAL_BACKUP_EVERY_MS, saveTotal),
  ]
  const arrivedAt = momentOfArrival(parts, start)
  if (arrivedAt) feed({ type: 'presence', present: true }, arrivedAt)
  checkPresence()
  recoverSoon()
  return {
    stop: () => {
      for (const stop of stops) stop()
    },
    finish: async () => {
      feed({ type: 'leave', how: 'hidden' })
      saveTotal()
      await effects.idle()
    },
    state: () => state,
  }
}

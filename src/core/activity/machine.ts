/**
 * What counts as study time, as a pure state machine (spec 4).
 *
 * A session is active while the tab is visible and focused. Leaving ends it and sends its time; returning starts a new
 * one; every two minutes the current one is sent and restarted. Time is summed from short monotonic steps, so neither a
 * changed clock nor a sleeping machine adds or takes any. The shell (tracker.ts) feeds events and carries out effects.
 */
import {
  BACKUP_EVERY_MS,
  LONGEST_STEP_MS,
  MIN_SYNC_MS,
  NEW_SESSION_AFTER_MS,
  SYNC_EVERY_MS,
} from './constants.ts'

/** Both clocks at one moment: `mono` never jumps, `wall` names the moment (epoch ms). */
export interface Moment {
  mono: number
  wall: number
  /** The local calendar day, YYYY-MM-DD. */
  day: string
}

/** Its id makes every delivery harmless to repeat: the server keeps the longest of each id. */
export interface Interval {
  /** `<page life>.<seq>`: intervals of one page follow each other. */
  id: string
  sessionId: string
  /** Counts up inside a page life. */
  seq: number
  startedAtWall: number
  /** Where it ended so far, on the monotonic clock of the page life that made it. */
  endedMono: number
  elapsedMs: number
  day: string
}

export type Leave = 'hidden' | 'freeze' | 'page_unload' | 'page_refresh'

export interface TrackerState {
  /** Id of this load of the page. */
  pageLife: string
  present: boolean
  interval: Interval | null
  lastMono: number
  /** When the running interval began and was last backed up, on the monotonic clock. */
  intervalMono: number
  backupMono: number
  sessionId: string
  seq: number
  day: string
  /** All time of this day on this device so far, for the local history. */
  dayTotalMs: number
  lastSeenWall: number
}

export type TrackerEvent =
  | { type: 'presence'; present: boolean }
  | { type: 'tick' }
  | { type: 'leave'; how: Leave }
  | { type: 'checkDay' }

export type Effect =
  | { type: 'backup'; interval: Interval }
  /** `urgent`: the page may be gone in a moment, use a transport that outlives it. */
  | { type: 'finish'; interval: Interval; urgent: boolean; how: Leave | null }
  | { type: 'dayEnded'; day: string; totalMs: number }
  | { type: 'newSession'; sessionId: string }

export type NewId = () => string

export const initialState = (
  at: Moment,
  ids: { pageLife: string; sessionId: string },
  dayTotalMs = 0,
): TrackerState => ({
  pageLife: ids.pageLife,
  present: false,
  interval: null,
  lastMono: at.mono,
  intervalMono: at.mono,
  backupMono: at.mono,
  sessionId: ids.sessionId,
  seq: 0,
  day: at.day,
  dayTotalMs,
  lastSeenWall: at.wall,
})

interface Step {
  state: TrackerState
  effects: Effect[]
}

const startInterval = (state: TrackerState, at: Moment): TrackerState => ({
  ...state,
  interval: {
    id: `${state.pageLife}.${state.seq}`,
    sessionId: state.sessionId,
    seq: state.seq,
    startedAtWall: at.wall,
    endedMono: at.mono,
    elapsedMs: 0,
    day: at.day,
  },
  seq: state.seq + 1,
  lastMono: at.mono,
  intervalMono: at.mono,
  backupMono: at.mono,
})

const endInterval = (state: TrackerState, urgent: boolean, how: Leave | null): Step => {
  const { interval } = state
  if (!interval) return { state, effects: [] }
  return {
    state: { ...state, interval: null },
    effects: interval.elapsedMs > 0 ? [{ type: 'finish', interval, urgent, how }] : [],
  }
}

/** Adds the step since the last event. A step that is too long ends the interval where it was and starts a new one. */
const accrue = (state: TrackerState, at: Moment, newId: NewId): Step => {
  const seen = { ...state, lastSeenWall: at.wall }
  if (!state.interval) return { state: { ...seen, lastMono: at.mono }, effects: [] }
  const step = at.mono - state.lastMono
  if (step < 0 || step > LONGEST_STEP_MS) {
    const away = at.wall - state.lastSeenWall > NEW_SESSION_AFTER_MS
    return then(endInterval(seen, false, null), (ended) =>
      then(away ? newSession(ended, newId) : { state: ended, effects: [] }, (next) => ({
        state: startInterval(next, at),
        effects: [],
      })),
    )
  }
  return {
    state: {
      ...seen,
      lastMono: at.mono,
      dayTotalMs: state.dayTotalMs + step,
      interval: { ...state.interval, endedMono: at.mono, elapsedMs: state.interval.elapsedMs + step },
    },
    effects: [],
  }
}

/** Spec 4: a new session id after the daily reset or after more than 30 minutes away. */
const newSession = (state: TrackerState, newId: NewId): Step => {
  const sessionId = newId()
  return { state: { ...state, sessionId }, effects: [{ type: 'newSession', sessionId }] }
}

const startNewDay = (state: TrackerState, at: Moment, newId: NewId): Step => {
  if (at.day === state.day) return { state, effects: [] }
  const ended = endInterval(state, false, null)
  const dayEnded: Effect = { type: 'dayEnded', day: state.day, totalMs: state.dayTotalMs }
  const renewed = newSession({ ...ended.state, day: at.day, dayTotalMs: 0 }, newId)
  return {
    state: state.interval ? startInterval(renewed.state, at) : renewed.state,
    effects: [...ended.effects, dayEnded, ...renewed.effects],
  }
}

const arrive = (state: TrackerState, at: Moment, newId: NewId): Step => {
  const away = at.wall - state.lastSeenWall
  const renewed = away > NEW_SESSION_AFTER_MS ? newSession(state, newId) : { state, effects: [] }
  return {
    state: startInterval({ ...renewed.state, present: true, lastSeenWall: at.wall }, at),
    effects: renewed.effects,
  }
}

const leave = (state: TrackerState, how: Leave): Step => {
  const ended = endInterval(state, true, how)
  return { state: { ...ended.state, present: false }, effects: ended.effects }
}

const tick = (state: TrackerState, at: Moment): Step => {
  const { interval } = state
  if (!interval) return { state, effects: [] }
  if (at.mono - state.intervalMono >= SYNC_EVERY_MS && interval.elapsedMs >= MIN_SYNC_MS) {
    const ended = endInterval(state, false, null)
    return { state: startInterval(ended.state, at), effects: ended.effects }
  }
  if (at.mono - state.backupMono >= BACKUP_EVERY_MS)
    return { state: { ...state, backupMono: at.mono }, effects: [{ type: 'backup', interval }] }
  return { state, effects: [] }
}

const then = (first: Step, next: (state: TrackerState) => Step): Step => {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** The whole machine: state and event in, state and effects out. */
export const advance = (state: TrackerState, event: TrackerEvent, at: Moment, newId: NewId): Step => {
  // A page that was away longer than a step has nothing to add for that time; arriving decides about the session.
  const accrued = accrue(state, at, newId)
  switch (event.type) {
    case 'presence':
      if (event.present === state.present) return accrued
      return event.present
        ? then(startNewDay({ ...state, lastMono: at.mono }, at, newId), (next) => arrive(next, at, newId))
        : then(accrued, (next) => leave(next, 'hidden'))
    case 'leave':
      return then(accrued, (next) => leave(next, event.how))
    case 'checkDay':
      return then(accrued, (next) => startNewDay(next, at, newId))
    case 'tick':
      return then(accrued, (next) => tick(next, at))
  }
}

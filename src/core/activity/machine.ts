/**
 * What counts as study time, as a pure state machine (spec 4).
 *
 * A session is active while the tab is visible and focused. Leaving ends it and sends its time; returning starts a fresh
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

/** One stretch of time. Its id makes every delivery harmless to repeat: the server keeps the longest of each id. */
export interface Segment {
  /** `<page life>.<seq>`: stretches of one page follow each other. */
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
  segment: Segment | null
  lastMono: number
  /** When the running segment began and was last backed up, on the monotonic clock. */
  segmentMono: number
  backupMono: number
  sessionId: string
  seq: number
  day: string
  /** Whole time of this day on this device so far, for the local history. */
  dayTotalMs: number
  lastSeenWall: number
}

export type TrackerEvent =
  | { type: 'presence'; present: boolean }
  | { type: 'tick' }
  | { type: 'leave'; how: Leave }
  | { type: 'checkDay' }

export type Effect =
  | { type: 'backup'; segment: Segment }
  /** `urgent`: the page may be gone in a moment, use a transport that outlives it. */
  | { type: 'finish'; segment: Segment; urgent: boolean; how: Leave | null }
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
  segment: null,
  lastMono: at.mono,
  segmentMono: at.mono,
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

const open = (state: TrackerState, at: Moment): TrackerState => ({
  ...state,
  segment: {
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
  segmentMono: at.mono,
  backupMono: at.mono,
})

const close = (state: TrackerState, urgent: boolean, how: Leave | null): Step => {
  const { segment } = state
  if (!segment) return { state, effects: [] }
  return {
    state: { ...state, segment: null },
    effects: segment.elapsedMs > 0 ? [{ type: 'finish', segment, urgent, how }] : [],
  }
}

/** Adds the step since the last look. A step that is too long ends the segment where it was and starts a fresh one. */
const accrue = (state: TrackerState, at: Moment, newId: NewId): Step => {
  const seen = { ...state, lastSeenWall: at.wall }
  if (!state.segment) return { state: { ...seen, lastMono: at.mono }, effects: [] }
  const step = at.mono - state.lastMono
  if (step < 0 || step > LONGEST_STEP_MS) {
    const away = at.wall - state.lastSeenWall > NEW_SESSION_AFTER_MS
    return then(close(seen, false, null), (closed) =>
      then(away ? freshSession(closed, newId) : { state: closed, effects: [] }, (next) => ({
        state: open(next, at),
        effects: [],
      })),
    )
  }
  return {
    state: {
      ...seen,
      lastMono: at.mono,
      dayTotalMs: state.dayTotalMs + step,
      segment: { ...state.segment, endedMono: at.mono, elapsedMs: state.segment.elapsedMs + step },
    },
    effects: [],
  }
}

/** Spec 4: a new session id after the daily reset or after more than 30 minutes away. */
const freshSession = (state: TrackerState, newId: NewId): Step => {
  const sessionId = newId()
  return { state: { ...state, sessionId }, effects: [{ type: 'newSession', sessionId }] }
}

const turnDay = (state: TrackerState, at: Moment, newId: NewId): Step => {
  if (at.day === state.day) return { state, effects: [] }
  const closed = close(state, false, null)
  const ended: Effect = { type: 'dayEnded', day: state.day, totalMs: state.dayTotalMs }
  const renewed = freshSession({ ...closed.state, day: at.day, dayTotalMs: 0 }, newId)
  return {
    state: state.segment ? open(renewed.state, at) : renewed.state,
    effects: [...closed.effects, ended, ...renewed.effects],
  }
}

const arrive = (state: TrackerState, at: Moment, newId: NewId): Step => {
  const away = at.wall - state.lastSeenWall
  const renewed = away > NEW_SESSION_AFTER_MS ? freshSession(state, newId) : { state, effects: [] }
  return {
    state: open({ ...renewed.state, present: true, lastSeenWall: at.wall }, at),
    effects: renewed.effects,
  }
}

const tick = (state: TrackerState, at: Moment): Step => {
  const { segment } = state
  if (!segment) return { state, effects: [] }
  if (at.mono - state.segmentMono >= SYNC_EVERY_MS && segment.elapsedMs >= MIN_SYNC_MS) {
    const closed = close(state, false, null)
    return { state: open(closed.state, at), effects: closed.effects }
  }
  if (at.mono - state.backupMono >= BACKUP_EVERY_MS)
    return { state: { ...state, backupMono: at.mono }, effects: [{ type: 'backup', segment }] }
  return { state, effects: [] }
}

const then = (first: Step, next: (state: TrackerState) => Step): Step => {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** The whole machine: state and event in, state and deeds out. */
export const advance = (state: TrackerState, event: TrackerEvent, at: Moment, newId: NewId): Step => {
  // A page that was away longer than a step has nothing to add for that time; arriving decides about the session.
  const accrued = accrue(state, at, newId)
  switch (event.type) {
    case 'presence':
      if (event.present === state.present) return accrued
      if (event.present)
        return then(turnDay({ ...state, lastMono: at.mono }, at, newId), (next) => arrive(next, at, newId))
      return then(accrued, (next) => {
        const closed = close(next, true, 'hidden')
        return { state: { ...closed.state, present: false }, effects: closed.effects }
      })
    case 'leave':
      return then(accrued, (next) => {
        const closed = close(next, true, event.how)
        return { state: { ...closed.state, present: false }, effects: closed.effects }
      })
    case 'checkDay':
      return then(accrued, (next) => turnDay(next, at, newId))
    case 'tick':
      return then(accrued, (next) => tick(next, at))
  }
}

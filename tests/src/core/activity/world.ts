/** A page with two virtual clocks, a network that loses answers, and a server that keeps the longest of each interval. */
import { createDelivery, type Outcome } from '#src/core/activity/delivery.ts'
import type { Moment } from '#src/core/activity/machine.ts'
import type { DeviceInfo, TrackTimePayload } from '#src/core/activity/payload.ts'
import { memoryStore, type IntervalStore, type Notes } from '#src/core/activity/store.ts'
import { startTracker, type Tracker } from '#src/core/activity/tracker.ts'

const device: DeviceInfo = {
  browser: 'Chrome',
  os: 'Linux',
  deviceType: 'desktop',
  screenSize: '1440x900',
  colorDepth: 24,
  timezone: 'UTC',
  language: 'en',
}

export const memoryNotes = (): Notes => {
  const notes = new Map<string, string>()
  return {
    read: (name) => {
      const text = notes.get(name)
      return text === undefined ? null : (JSON.parse(text) as unknown)
    },
    write: (name, value) => void notes.set(name, JSON.stringify(value)),
  }
}

export interface World {
  tracker: () => Tracker
  /** Moves both clocks, running what falls due. */
  pass: (ms: number) => Promise<void>
  /** The machine sleeps: the clocks move, nothing runs. */
  sleep: (ms: number) => void
  setClock: (byMs: number) => void
  show: (visible: boolean) => Promise<void>
  focus: (focused: boolean) => Promise<void>
  leave: (how: 'freeze' | 'page_unload') => Promise<void>
  /** The browser dies without a word and is started again. */
  crash: () => Promise<void>
  goOnline: () => Promise<void>
  network: (behaviour: () => 'ok' | 'lost request' | 'lost answer' | 'refuses') => void
  signInAs: (owner: string | null) => void
  creditedMs: (owner?: string) => number
  received: TrackTimePayload[]
  store: IntervalStore
  notes: Notes
}

interface Options {
  /** How long the page had been in front when the tracker started. */
  presentFor?: number
  /** Another tracker, for controls. */
  start?: typeof startTracker
}

export const createWorld = (
  startWall = Date.UTC(2026, 0, 15, 9),
  { presentFor, start = startTracker }: Options = {},
): World => {
  let mono = presentFor ?? 0
  let wall = startWall
  let ids = 0
  let visible = true
  let focused = true
  let owner: string | null = 'user-1'
  let behaviour: () => 'ok' | 'lost request' | 'lost answer' | 'refuses' = () => 'ok'
  let timers: { at: number; everyMs: number | null; action: () => void }[] = []
  let presence: (() => void)[] = []
  let leaves: ((how: 'hidden' | 'freeze' | 'page_unload') => void)[] = []
  let online: (() => void)[] = []
  const store = memoryStore()
  const notes = memoryNotes()
  const longest = new Map<string, number>()
  const received: TrackTimePayload[] = []

  const now = (): Moment => ({ mono, wall, day: new Date(wall).toISOString().slice(0, 10) })
  const later = (ms: number, everyMs: number | null, action: () => void) => {
    const timer = { at: mono + ms, everyMs, action }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
  }
  const send = (payload: TrackTimePayload): Promise<Outcome> => {
    const fate = behaviour()
    if (fate === 'lost request') return Promise.resolve('later')
    if (fate === 'refuses') return Promise.resolve('never')
    received.push(payload)
    const key = `${owner}|${payload.segment_id}`
    longest.set(key, Math.max(longest.get(key) ?? 0, payload.elapsed_ms ?? 0))
    return Promise.resolve(fate === 'ok' ? 'accepted' : 'later')
  }
  const boot = () => {
    const pageLife = `page-${(ids += 1)}`
    const delivery = createDelivery({
      store,
      notes,
      send,
      device,
      owner: () => owner,
      wallNow: () => wall,
      monoNow: () => mono,
      pageLife,
      wait: (ms) => new Promise((resolve) => void later(ms, null, resolve)),
      log: () => undefined,
    })
    return start({
      page: {
        visible: () => visible,
        focused: () => focused,
        onPresence: (listener) => (
          presence.push(listener),
          () => (presence = presence.filter((other) => other !== listener))
        ),
        onLeave: (listener) => (
          leaves.push(listener),
          () => (leaves = leaves.filter((other) => other !== listener))
        ),
        onOnline: (listener) => (
          online.push(listener),
          () => (online = online.filter((other) => other !== listener))
        ),
        reloaded: () => false,
      },
      now,
      newId: () => `id-${(ids += 1)}`,
      pageLife,
      store,
      notes,
      delivery,
      owner: () => owner,
      presentSince: mono === presentFor ? 0 : null,
      every: (ms, action) => later(ms, ms, action),
      soon: (action) => void later(0, null, action),
    })
  }
  let tracker = boot()

  const runDue = async () => {
    for (;;) {
      const due = timers.filter((timer) => timer.at <= mono).sort((a, b) => a.at - b.at)[0]
      if (!due) return
      if (due.everyMs === null) timers = timers.filter((timer) => timer !== due)
      else due.at = mono + due.everyMs
      due.action()
      await settle()
    }
  }
  const pass = async (ms: number) => {
    const end = mono + ms
    await runDue()
    while (mono < end) {
      const next = Math.min(end, ...timers.map((timer) => Math.max(timer.at, mono + 1)))
      wall += next - mono
      mono = next
      await runDue()
    }
  }
  const tell = async () => {
    for (const listener of presence) listener()
    await runDue()
    await settle()
  }
  return {
    tracker: () => tracker,
    pass,
    sleep: (ms) => {
      mono += ms
      wall += ms
    },
    setClock: (byMs) => {
      wall += byMs
    },
    show: (value) => {
      visible = value
      return tell()
    },
    focus: (value) => {
      focused = value
      return tell()
    },
    leave: async (how) => {
      for (const listener of leaves) listener(how)
      await settle()
    },
    crash: async () => {
      timers = []
      presence = []
      leaves = []
      online = []
      tracker = boot()
      await settle()
    },
    goOnline: async () => {
      for (const listener of online) listener()
      await settle()
    },
    network: (next) => {
      behaviour = next
    },
    signInAs: (next) => {
      owner = next
    },
    creditedMs: (who = 'user-1') =>
      [...longest].filter(([key]) => key.startsWith(`${who}|`)).reduce((sum, [, ms]) => sum + ms, 0),
    received,
    store,
    notes,
  }
}

/** A virtual clock, a bad network, a slow disk and the server's rules of an attempt, for tests of the machine. */
import {
  LATE_GRACE_MS,
  type KeptAnswer,
  type SentAnswer,
  type SentEvent,
} from '#contract/assessments/shapes.ts'
import type { AttemptClock } from '#contract/assessments/assessments.ts'
import { createAttempt } from '#src/features/assessments/attempt/machine.ts'
import type { AttemptRecord, Hold } from '#src/features/assessments/attempt/record.ts'
import type { AnswerItem, Transport } from '#src/features/assessments/attempt/types.ts'

/** Lets everything that waits for nothing but promises happen. */
const settled = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
}

/** Time that passes only when it is told to. */
export const createTime = () => {
  let now = 0
  let count = 0
  let tasks: { at: number; order: number; action: () => void }[] = []
  const later = (action: () => void, ms: number) => {
    const task = { at: now + Math.max(0, ms), order: (count += 1), action }
    tasks.push(task)
    return () => {
      tasks = tasks.filter((each) => each !== task)
    }
  }
  return {
    now: () => now,
    later,
    sleep: (ms: number) => new Promise<void>((resolve) => later(resolve, ms)),
    pass: async (ms: number) => {
      const until = now + ms
      await settled()
      for (;;) {
        const [next] = tasks.toSorted((a, b) => a.at - b.at || a.order - b.order)
        if (!next || next.at > until) break
        tasks = tasks.filter((each) => each !== next)
        now = next.at
        next.action()
        await settled()
      }
      now = until
    },
  }
}
export type Time = ReturnType<typeof createTime>

const TOTAL = 5
const blank = (position: number): KeptAnswer => ({
  position,
  choice: null,
  final: false,
  marked: false,
  seen: false,
  seq: 0,
  saved_at: null,
})

/** The rules that the real server keeps (its own tests hold it to them). */
export const createServer = (time: Time, { lengthMs = 1_800_000, knowsSeq = true } = {}) => {
  const answers = new Map<number, KeptAnswer>()
  for (let position = 1; position <= TOTAL; position += 1) answers.set(position, blank(position))
  const events = new Map<string, SentEvent>()
  let hold: Hold = { holder: '', version: 0 }
  let deadline = lengthMs
  let extra = 0
  let submissions = 0
  let state: 'open' | 'submitted' = 'open'

  const clock = (asked: Hold): AttemptClock => ({
    state,
    time_left_ms: state === 'submitted' ? 0 : Math.max(0, deadline - time.now()),
    deadline_at: new Date(deadline).toISOString(),
    extra_minutes: extra,
    version: hold.version,
    held: asked.holder === hold.holder && asked.version === hold.version,
  })
  const one = (asked: Hold, sent: SentAnswer): AnswerItem => {
    const { position, seq } = sent
    const kept = answers.get(position) ?? blank(position)
    const item = (outcome: AnswerItem['outcome']): AnswerItem => ({
      position,
      seq,
      outcome,
      kept: answers.get(position) ?? kept,
    })
    const same = sent.choice === kept.choice && (kept.final || !sent.final)
    if (state === 'submitted' || time.now() > deadline + LATE_GRACE_MS) return item(same ? 'already' : 'late')
    if (!clock(asked).held && kept.choice !== null) return item(same ? 'already' : 'elsewhere')
    if (knowsSeq && clock(asked).held && seq <= kept.seq) return item('already')
    if (kept.final) return item(sent.choice === kept.choice ? 'already' : 'conflict')
    const { choice, final, marked, seen } = sent
    const saved_at = new Date(time.now()).toISOString()
    answers.set(position, { position, choice, final, marked, seen, seq: Math.max(seq, kept.seq), saved_at })
    return item('kept')
  }
  return {
    answers: () => [...answers.values()],
    answer: (position: number) => answers.get(position) ?? blank(position),
    events: () => [...events.values()],
    submissions: () => submissions,
    state: () => state,
    deadline: () => deadline,
    /** Staff give more time. */
    extend: (minutes: number) => {
      extra += minutes
      deadline += minutes * 60_000
    },
    /** The sweep of attempts that are out of time. */
    sweep: () => {
      if (time.now() > deadline + LATE_GRACE_MS) state = 'submitted'
    },
    send: (asked: Hold, sent: readonly SentAnswer[]) => {
      const items = sent.map((each) => one(asked, each))
      return { ...clock(asked), items }
    },
    hold: (holder: string) => {
      if (holder !== hold.holder) hold = { holder, version: hold.version + 1 }
      return { ...clock(hold), answers: [...answers.values()], events: events.size }
    },
    beat: (asked: Hold, noted: readonly SentEvent[]) => {
      for (const event of noted) if (!events.has(event.id)) events.set(event.id, event)
      return { ...clock(asked), events: events.size }
    },
    submit: (asked: Hold) => {
      if (state === 'open' && !clock(asked).held) throw new Error('lost')
      if (state === 'open') submissions += 1
      state = 'submitted'
    },
  }
}
export type Server = ReturnType<typeof createServer>

/** What happens to one call. */
export type Fate = 'ok' | 'lost' | 'answer-lost' | 'twice' | 'given-up'

export interface Weather {
  offline: boolean
  /** Fates of the calls to come; when they run out, all is well. */
  fates: Fate[]
}

/** Calls that are slow, lost, doubled, or delivered after the caller gave up. */
export const createNetwork = (time: Time, server: Server, weather: Weather): Transport => {
  let calls = 0
  const call = async <T>(action: () => T): Promise<T> => {
    calls += 1
    const delay = 20 + ((calls * 37) % 180)
    const fate: Fate = weather.fates.shift() ?? 'ok'
    await time.sleep(delay)
    if (weather.offline || fate === 'lost') throw new Error('network')
    if (fate === 'given-up') {
      // Stuck somewhere: it arrives long after the caller has asked again.
      time.later(() => attempt(action), 4_000 + delay * 20)
      throw new Error('network')
    }
    const answer = action()
    if (fate === 'twice') time.later(() => attempt(action), 3_000 + delay * 20)
    await time.sleep(delay)
    if (weather.offline || fate === 'answer-lost') throw new Error('network')
    return answer
  }
  return {
    send: (hold, answers) => call(() => server.send(hold, answers)),
    hold: (holder) => call(() => server.hold(holder)),
    beat: (hold, _position, events) => call(() => server.beat(hold, events)),
    submit: (hold) => call(() => server.submit(hold)),
  }
}
const attempt = (action: () => unknown) => {
  try {
    action()
  } catch {
    // Nobody waits for it.
  }
}

/** A disk that takes its time; what is not written when the page is killed never was. */
export const createDisk = (time: Time, { keeps = true, works = true } = {}) => {
  let written: AttemptRecord | null = null
  let life = 0
  return {
    written: () => written,
    kill: () => {
      life += 1
    },
    store: () => {
      const mine = life
      return {
        load: () => Promise.resolve(keeps ? written : null),
        save: async (record: AttemptRecord) => {
          const copy = structuredClone(record)
          await time.sleep(8)
          if (!works) return false
          if (mine === life) written = copy
          return true
        },
        remove: async () => {
          await time.sleep(8)
          if (mine === life) written = null
        },
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>

let lives = 0
/** A page that opens the attempt: a new life on the same disk. */
export const openAttempt = (
  time: Time,
  transport: Transport,
  disk: Disk,
  { wallOffsetMs = 0, leftover = false }: { wallOffsetMs?: number; leftover?: boolean } = {},
) => {
  lives += 1
  const life = `life-${lives}`
  const startedAt = time.now()
  let ids = 0
  return createAttempt({
    life,
    uuid: () => `${life}-${(ids += 1)}`,
    // Starts anywhere, as performance.now() does.
    steady: () => time.now() - startedAt,
    wall: () => time.now() + wallOffsetMs,
    random: () => 0.5,
    later: time.later,
    store: disk.store(),
    transport,
    failureOf: (error) => (error instanceof Error && error.message === 'lost' ? 'lost' : 'later'),
    total: TOTAL,
    leftover,
  })
}

/**
 * The running attempt. Each word on a question goes to the device's disk first, then to the server, and is shown as
 * saved only on the server's own word. One sender works at a time; what is not confirmed is sent again, with the same
 * sequence number, which the server takes once. Time comes from the server with every answer. A newer holder makes
 * this one read-only. Whatever ends the page (a crash, a kill, a closed tab), the next life starts from the disk.
 */
import { AGE_MAX_MS, BEAT_EVERY_MS, type IntegrityKind, type Letter } from '#contract/assessments/shapes.ts'
import type { AttemptClock } from '#contract/assessments/assessments.ts'
import { createBook, sameHold, type Change } from './book.ts'
import { createDeadline } from './deadline.ts'
import { createNotes } from './notes.ts'
import { ageOf, createKeeper, type Hold, type Moment } from './record.ts'
import type { AttemptParts, AttemptView, Phase } from './types.ts'

/**
 * First pause after a failed call; doubles up to the longest one, each stretched by chance so that a hall of people
 * does not come back in the same second.
 */
export const RETRY_FIRST_MS = 1_000
export const RETRY_LONGEST_MS = 15_000
/** Failures after which the pause is the longest: for what is refused rather than lost. */
const REFUSED_COUNTS = 5
/** Whoever leafs through is not followed page by page. */
const SEEN_AFTER_MS = 1_500
/** Out of time, the server is asked to end it only when by its clock it is over, too. */
export const END_AFTER_MS = 1_500

export type Attempt = ReturnType<typeof createAttempt>

export const createAttempt = (parts: AttemptParts) => {
  const { store, transport, later, life } = parts
  const deadline = createDeadline()
  const book = createBook(parts.total)
  const listeners = new Set<() => void>()
  let hold: Hold | null = null
  let held = false
  /** Opened, or asked to continue here: the attempt is to be taken to this device. */
  let wantsHold = parts.leftover !== true
  let phase: Phase = 'opening'
  let ending: AttemptView['ending'] = null
  let endedAt = 0
  let submitting = false
  let place = parts.place ?? 1
  let reached = true
  let durable = true
  let eventCount = 0
  let extraMinutes: number | null = null
  let extra: AttemptView['extra'] = null
  let failures = 0
  let closed = false
  let sending: Promise<void> | null = null
  let again = false
  let cancelRetry: (() => void) | null = null
  let cancelBeat: (() => void) | null = null
  let cancelEnd: (() => void) | null = null
  let cancelSeen: (() => void) | null = null

  const now = (): Moment => ({ life, steady: parts.steady(), wall: parts.wall() })
  const notes = createNotes(now, parts.uuid)

  const build = (): AttemptView => {
    const questions = book.questions()
    const unsent = questions.filter(({ save }) => save.kind === 'waiting' || save.kind === 'keeping')
    const events = eventCount + notes.all().length
    return { phase, ending, questions, place, waiting: unsent.length, reached, durable, extra, events }
  }
  let view = build()
  const changed = () => {
    view = build()
    for (const listener of listeners) listener()
  }

  const keep = createKeeper(async () => {
    if (closed) return true
    if (phase === 'submitted' && book.open() === 0) {
      await store.remove()
      return true
    }
    const leftMs = deadline.leftMs(parts.steady())
    const kept = await store.save({
      hold,
      lastSeq: book.lastSeq(),
      entries: book.entries(),
      questions: book.questions(),
      events: notes.all(),
      place,
      submitting,
      time: leftMs === null ? null : { leftMs, at: now() },
    })
    if (durable !== kept) {
      durable = kept
      changed()
    }
    return kept
  })

  /** Only a running attempt takes words: who reads along or is done changes nothing. */
  const give = async (position: number, change: Change, answers: boolean): Promise<void> => {
    if (phase !== 'running' || hold === null || closed) return
    const seq = book.give(position, change, answers, hold, now())
    changed()
    await keep()
    if (book.onDisk(position, seq)) changed()
  }

  const end = (why: 'asked' | 'time') => {
    if (phase === 'submitted' || phase === 'ending') return
    phase = 'ending'
    ending = why
    endedAt = parts.steady()
    changed()
    void flush()
  }
  const watchEnd = () => {
    cancelEnd?.()
    cancelEnd = null
    const left = deadline.leftMs(parts.steady())
    if (left === null || closed || phase === 'submitted' || phase === 'opening') return
    if (left <= 0) end('time')
    // Timers of a hidden tab run late, after a sleep not at all: looked at again at least every beat.
    else cancelEnd = later(watchEnd, Math.min(left, BEAT_EVERY_MS))
  }
  const submitted = () => {
    phase = 'submitted'
    submitting = false
    cancelBeat?.()
    cancelEnd?.()
  }

  /** What every answer says by the way: the time, who has the attempt, and whether it is over. */
  const hear = (clock: AttemptClock, sentAt: number, asked: Hold) => {
    reached = true
    deadline.learn({ sentAt, receivedAt: parts.steady(), leftMs: clock.time_left_ms })
    const more = extraMinutes === null ? 0 : clock.extra_minutes - extraMinutes
    if (more > 0) extra = { minutes: more, count: (extra?.count ?? 0) + 1 }
    extraMinutes = clock.extra_minutes
    if (clock.state === 'submitted') return submitted()
    if (sameHold(asked, hold)) {
      held = clock.held
      if (!held && phase === 'running') phase = 'elsewhere'
    }
    // Extra time came when it had already run out here.
    if (phase === 'ending' && ending === 'time' && clock.time_left_ms > 0) {
      phase = held ? 'running' : 'elsewhere'
      ending = null
    }
    watchEnd()
  }

  const retryIn = (ms: number) => {
    cancelRetry?.()
    cancelRetry = later(() => void flush(), ms)
  }
  const failed = (refused: boolean) => {
    failures = refused ? Math.max(failures + 1, REFUSED_COUNTS) : failures + 1
    const pause = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_LONGEST_MS)
    retryIn(pause * (0.75 + parts.random() / 2))
    reached = refused
    changed()
  }

  const sendAnswers = async (): Promise<void> => {
    while (book.open() > 0 && !closed) {
      // Disk first: after a kill in the next moment the words are still here.
      await keep()
      const batch = book.nextBatch()
      const [first] = batch
      if (!first || closed) return
      const sentAt = parts.steady()
      const moment = now()
      const answer = await transport.send(
        first.hold,
        batch.map(({ position, choice, final, marked, seen, seq, given }) => {
          const age_ms = Math.min(ageOf(given, moment), AGE_MAX_MS)
          return { position, choice, final, marked, seen, seq, age_ms }
        }),
        place,
      )
      if (closed) return
      const any = book.settle(batch, answer.items, parts.wall())
      failures = 0
      hear(answer, sentAt, first.hold)
      changed()
      // Otherwise the same would be asked again and again.
      if (!any) throw new Error('the server settled none of the answers')
    }
  }

  const takeHold = async (): Promise<void> => {
    const holder = hold?.holder ?? parts.uuid()
    const sentAt = parts.steady()
    const answer = await transport.hold(holder)
    if (closed) return
    wantsHold = false
    failures = 0
    hold = { holder, version: answer.version }
    held = true
    eventCount = answer.events
    if (phase === 'opening' || phase === 'elsewhere') phase = 'running'
    book.adopt(answer.answers)
    hear(answer, sentAt, hold)
    changed()
    await keep()
  }

  /** Ends the attempt on the server; a device that does not have it waits until the server says that it is over. */
  const finishUp = async (): Promise<void> => {
    const rest = ending === 'time' ? endedAt + END_AFTER_MS - parts.steady() : 0
    if (hold === null || rest > 0) return retryIn(Math.max(rest, 1))
    if (notes.all().length > 0 || !held) await tell()
    if (closed || phase !== 'ending') return
    if (!held) return failed(reached)
    await transport.submit(hold)
    if (closed) return
    failures = 0
    reached = true
    submitted()
    changed()
    await keep()
  }

  const run = async (): Promise<void> => {
    try {
      if (parts.leftover) await tell()
      await sendAnswers()
      if (wantsHold && !closed && phase !== 'submitted') {
        await takeHold()
        await sendAnswers()
      }
      if (phase === 'ending' && !closed) await finishUp()
      else await keep()
    } catch (error) {
      if (closed) return
      const failure = parts.failureOf(error)
      if (failure === 'lost') {
        held = false
        if (ending !== 'time') {
          phase = 'elsewhere'
          ending = null
          submitting = false
        }
      }
      // What was answered is never thrown away for a refusal; it is only not repeated in haste.
      failed(failure !== 'later')
    }
  }

  const flush = (): Promise<void> => {
    if (closed) return Promise.resolve()
    if (sending) {
      again = true
      return sending
    }
    cancelRetry?.()
    cancelRetry = null
    sending = run().finally(() => {
      sending = null
      const more = again && !cancelRetry && (book.open() > 0 || wantsHold || phase === 'ending')
      again = false
      if (more) void flush()
    })
    return sending
  }

  /** Says where one is and what was noted; a failure is no loss, it is said again. */
  const tell = async (): Promise<void> => {
    if (hold === null || closed || phase === 'submitted' || phase === 'opening') return
    const sentAt = parts.steady()
    const asked = hold
    const told = notes.over()
    try {
      const answer = await transport.beat(asked, place, notes.toSend(told))
      if (closed) return
      notes.confirmed(told)
      eventCount = answer.events
      hear(answer, sentAt, asked)
      changed()
      if (told.length > 0) await keep()
    } catch {
      if (closed) return
      reached = false
      changed()
    }
  }
  const beat = async (): Promise<void> => {
    cancelBeat?.()
    cancelBeat = later(() => void beat(), BEAT_EVERY_MS)
    watchEnd()
    if (book.open() > 0 && !cancelRetry) void flush()
    await tell()
  }

  return {
    view: (): AttemptView => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Null until the time is known. */
    timeLeftMs: (): number | null => deadline.leftMs(parts.steady()),
    /** From the disk first, so that an attempt goes on without a connection; then the server is heard. */
    start: async (): Promise<void> => {
      book.adopt(parts.known ?? [])
      const kept = await store.load().catch(() => null)
      if (closed) return
      if (kept) {
        hold = kept.hold
        place = kept.place
        book.restore(kept.questions, kept.entries, kept.lastSeq)
        notes.restore(kept.events)
        if (kept.time) deadline.assume(parts.steady() + kept.time.leftMs - ageOf(kept.time.at, now()))
        if (hold) phase = 'running'
        if (hold && kept.submitting) {
          submitting = true
          end('asked')
        }
      }
      changed()
      watchEnd()
      cancelBeat = later(() => void beat(), BEAT_EVERY_MS)
      await flush()
    },
    /** Kept on the disk when the promise is done. Null takes the choice back. */
    choose: async (position: number, choice: Letter | null): Promise<void> => {
      const question = book.question(position)
      if (!question || question.final || question.choice === choice) return
      await give(position, { choice, seen: true }, true)
      void flush()
    },
    /** "Submit answer": from here on this answer cannot change. */
    finish: async (position: number): Promise<void> => {
      const question = book.question(position)
      if (!question || question.final || question.choice === null) return
      await give(position, { final: true, seen: true }, true)
      void flush()
    },
    mark: async (position: number, marked: boolean): Promise<void> => {
      if (book.question(position)?.marked === marked) return
      await give(position, { marked }, false)
      void flush()
    },
    /** On the screen now; told once one stays there. */
    see: (position: number): void => {
      if (!book.question(position)) return
      place = position
      changed()
      if (book.question(position)?.seen === false) void give(position, { seen: true }, false)
      else void keep()
      cancelSeen?.()
      cancelSeen = later(() => (book.open() > 0 ? void flush() : void tell()), SEEN_AFTER_MS)
    },
    /** Something that is recorded for integrity; gives what ends it, such as coming back to the tab. */
    note: (kind: IntegrityKind, lasts = false): (() => void) => {
      if (phase !== 'running' || closed) return () => undefined
      const over = notes.add(kind, place, lasts)
      changed()
      void keep().then(lasts ? undefined : tell)
      return () => {
        over()
        void keep().then(tell)
      }
    },
    /** The page is back, or the connection is: asks for the time and the state now. */
    resync: (): void => {
      void flush()
      void beat()
    },
    flush,
    submit: async (): Promise<void> => {
      if (phase !== 'running') return
      submitting = true
      await keep()
      end('asked')
      await flush()
    },
    /** "Continue here": takes the attempt back from the other device. */
    takeOver: async (): Promise<boolean> => {
      if (phase !== 'elsewhere') return false
      wantsHold = true
      await flush()
      // A flush that was under way may have passed the point already.
      if (wantsHold && !cancelRetry) await flush()
      return held
    },
    /** The page goes, or somebody else signs in: nothing is sent any more; the disk keeps what it has. */
    close: (): void => {
      closed = true
      for (const cancel of [cancelRetry, cancelBeat, cancelEnd, cancelSeen]) cancel?.()
      listeners.clear()
    },
  }
}

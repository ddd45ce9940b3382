/** The running attempt of this tab, wired to the browser: clocks, disk, calls, and the person it belongs to. */
import { v4 as uuid } from 'uuid'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import {
  beat,
  getAttempt,
  holdAttempt,
  saveAnswers,
  submitAttempt,
} from '#contract/assessments/assessments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { onConnectivity, isReachable } from '#src/core/http/connectivity.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { beforeSignOut, onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { claimRecord, dropPaper, keepPaper, writeRecord } from './disk.ts'
import { createAttempt, type Attempt } from './machine.ts'
import type { RecordStore } from './record.ts'
import type { Transport } from './types.ts'

/** Another tab of this browser took the attempt over. */
const CHANNEL = 'attempt'

/**
 * Held as long as a tab has the attempt, frozen or not: what is left is sent behind nobody's back. A browser without
 * locks is taken to have no other tab.
 */
const lockName = (attemptId: string) => `attempt:${attemptId}`

/** Not about what was sent: the same may work later. */
const PASSING = [401, 408, 425, 429]
const failureOf = (error: unknown) => {
  if (!isApiError(error) || error.status === null || error.status >= 500) return 'later' as const
  // The feature may return before the deadline: the answers stay (TE5).
  if (error.code === 'feature_off') return 'later' as const
  if (error.status === 409) return 'lost' as const
  return PASSING.includes(error.status) ? ('later' as const) : ('refused' as const)
}

const transportOf = (attemptId: string, mine: () => void): Transport => {
  const params = { attemptId }
  return {
    send: async (hold, answers, position) => {
      mine()
      try {
        return await authedCall(saveAnswers, { params, body: { ...hold, answers, position } })
      } catch (error) {
        const [only] = answers
        if (!only || !isApiError(error) || error.code !== 'already_answered') throw error
        // A single answer against a final one is refused as a whole: what stands is read instead.
        const page = await authedCall(getAttempt, { params, query: { holder: hold.holder } })
        const kept = page.answers.find((answer) => answer.position === only.position)
        if (!kept) throw error
        return { ...page, items: [{ position: only.position, seq: only.seq, outcome: 'conflict', kept }] }
      }
    },
    hold: (holder) => {
      mine()
      return authedCall(holdAttempt, { params, body: { holder } })
    },
    beat: (hold, position, events) => {
      mine()
      return authedCall(beat, { params, body: { ...hold, position, events } })
    },
    submit: (hold) => {
      mine()
      return authedCall(submitAttempt, { params, body: { ...hold, answers: [] } })
    },
  }
}

export interface LiveAttempt {
  readonly id: string
  readonly exam: Attempt
  /** Another tab of this browser goes on with it. */
  readonly taken: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** The page is left: what waits is still sent, then nothing more is done. */
  readonly leave: () => void
}

let live: (LiveAttempt & { stop: () => void; owner: string | null; users: number }) | null = null

/** Where nobody waits for the disk. */
const UNSEEN_PATIENCE_MS = 30_000

/** The browser's side of one attempt; starts at once. */
const begin = (paper: AttemptPage, owner: string | null, leftover = false) => {
  const life = uuid()
  const listeners = new Set<() => void>()
  let taken = false
  const mine = () => {
    if (currentOwner() !== owner) throw new Error('somebody else is signed in')
  }
  const replaced = () => {
    if (taken) return
    taken = true
    exam.close()
    for (const listener of listeners) listener()
  }
  const store: RecordStore = {
    load: () => claimRecord(owner, paper.id, life, leftover ? UNSEEN_PATIENCE_MS : undefined),
    save: async (record) => {
      const written = await writeRecord(owner, paper.id, life, record)
      if (written === 'replaced') replaced()
      return written === 'stored'
    },
    remove: async () => {
      await writeRecord(owner, paper.id, life, null)
      await dropPaper(owner, paper.id)
    },
  }
  const exam = createAttempt({
    life,
    uuid,
    steady: () => performance.now(),
    wall: () => Date.now(),
    random: Math.random,
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    store,
    transport: transportOf(paper.id, mine),
    failureOf,
    total: paper.questions.length,
    known: paper.answers,
    place: paper.position,
    leftover,
  })
  let unlock = () => undefined as void
  const left = new Promise<void>((done) => {
    unlock = done
  })
  if (!leftover && 'locks' in navigator)
    void navigator.locks.request(lockName(paper.id), { mode: 'shared' }, () => left).catch(() => undefined)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<{ attempt: string; life: string }>) => {
      if (data.attempt === paper.id && data.life !== life) replaced()
    }
  if (!leftover) channel?.postMessage({ attempt: paper.id, life })
  const back = () => {
    if (document.visibilityState === 'visible') exam.resync()
  }
  const leaveConnectivity = onConnectivity(() => {
    if (isReachable()) exam.resync()
  })
  document.addEventListener('visibilitychange', back)
  window.addEventListener('pageshow', back)
  const stop = () => {
    exam.close()
    unlock()
    channel?.close()
    leaveConnectivity()
    document.removeEventListener('visibilitychange', back)
    window.removeEventListener('pageshow', back)
  }
  // What runs on the screen stays readable without a connection.
  if (!leftover) void keepPaper(owner, paper)
  return {
    id: paper.id,
    owner,
    exam,
    started: exam.start(),
    stop,
    taken: () => taken,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      const off = exam.subscribe(listener)
      return () => {
        listeners.delete(listener)
        off()
      }
    },
  }
}

/** The attempt of the page: the one that runs already, or a new life of it. */
export const enterAttempt = (paper: AttemptPage): LiveAttempt => {
  const owner = currentOwner()
  if (live && (live.id !== paper.id || live.owner !== owner || live.taken())) {
    live.stop()
    live = null
  }
  if (!live) {
    const begun = begin(paper, owner)
    const leave = () => {
      if (!live || live.exam !== begun.exam) return
      live.users -= 1
      if (live.users > 0) return
      void begun.exam.flush().finally(() => {
        if (live?.exam === begun.exam && live.users > 0) return
        begun.stop()
        if (live?.exam === begun.exam) live = null
      })
    }
    live = { ...begun, leave, users: 0 }
  }
  live.users += 1
  return live
}

const forget = async (owner: string | null, attemptId: string): Promise<void> => {
  const life = uuid()
  await claimRecord(owner, attemptId, life, UNSEEN_PATIENCE_MS)
  await writeRecord(owner, attemptId, life, null)
}

/**
 * Sends what an earlier visit left of one attempt: words in time count, late ones are put aside by the server and told
 * on the result page; a submission that was asked for is made, unless another device goes on meanwhile.
 */
const sendOne = async (attemptId: string): Promise<void> => {
  const owner = currentOwner()
  try {
    const paper = await authedCall(getAttempt, { params: { attemptId } })
    if (live?.id === attemptId || currentOwner() !== owner) return
    const left = begin(paper, owner, true)
    await left.started
    left.stop()
  } catch (error) {
    // Gone with everything in it; not so while the client only has assessments switched off.
    if (!isApiError(error) || error.code !== 'not_found') throw error
    await forget(owner, attemptId)
  }
}

/** Nothing is done while a tab of this browser has the attempt. */
export const sendLeftBehind = async (attemptId: string): Promise<void> => {
  if (live?.id === attemptId) return
  if (!('locks' in navigator)) return sendOne(attemptId)
  await navigator.locks.request(lockName(attemptId), { ifAvailable: true }, (lock) =>
    lock ? sendOne(attemptId) : undefined,
  )
}

// What can still go, goes with the person's own token; the rest is encrypted for them.
beforeSignOut(() => live?.exam.flush())
onClearUserData(() => {
  live?.stop()
  live = null
})

/** The questions of an attempt as this device knows them, and the words on them that the server has not confirmed. */
import type { KeptAnswer } from '#contract/assessments/shapes.ts'
import type { Entry, Hold, Moment } from './record.ts'
import type { QuestionState, SaveMark } from './question-state.ts'
import type { AnswerItem } from './types.ts'

/** Answers in one call. */
const BATCH_MAX = 50
/** A write that the last life began may be missing on the disk while the server has it: numbers go on well above. */
const SEQ_GAP = 1_000

const NONE: SaveMark = { kind: 'none' }
const fresh = (position: number): QuestionState => ({
  position,
  choice: null,
  final: false,
  marked: false,
  seen: false,
  save: NONE,
})

export const sameHold = (a: Hold | null, b: Hold | null) =>
  a?.holder === b?.holder && a?.version === b?.version

const markOf = ({ outcome, kept }: AnswerItem, wall: number): SaveMark => {
  if (outcome === 'late') return { kind: 'late' }
  if (outcome === 'elsewhere') return { kind: 'aside' }
  if (outcome === 'conflict') return { kind: 'conflict' }
  if (kept.choice === null) return NONE
  return { kind: 'saved', at: kept.saved_at === null ? wall : Date.parse(kept.saved_at) }
}

export type Change = Partial<Pick<QuestionState, 'choice' | 'final' | 'marked' | 'seen'>>

export const createBook = (total: number) => {
  const questions = new Map<number, QuestionState>()
  for (let position = 1; position <= total; position += 1) questions.set(position, fresh(position))
  /** The newest word on each question that is not confirmed. */
  const entries = new Map<number, Entry>()
  /** The number that first carried a question's newest choice: a confirmation from there on is the one shown. */
  const choiceSeq = new Map<number, number>()
  let lastSeq = 0

  const update = (position: number, given: Partial<QuestionState>) => {
    const question = questions.get(position)
    if (question) questions.set(position, { ...question, ...given })
  }

  return {
    lastSeq: () => lastSeq,
    questions: (): QuestionState[] => [...questions.values()],
    question: (position: number) => questions.get(position),
    entries: (): Entry[] => [...entries.values()],
    open: () => entries.size,

    /** What the last life of the page left on the disk. */
    restore: (known: readonly QuestionState[], kept: readonly Entry[], seq: number) => {
      lastSeq = Math.max(lastSeq, seq + SEQ_GAP)
      for (const question of known) update(question.position, question)
      for (const entry of kept) {
        const { position, choice, final, marked, seen } = entry
        entries.set(position, entry)
        if (entry.answers) choiceSeq.set(position, entry.seq)
        update(position, { choice, final, marked, seen, ...(entry.answers && { save: { kind: 'waiting' } }) })
      }
    },
    /** The server's answers, where nothing newer waits here. */
    adopt: (answers: readonly KeptAnswer[]) => {
      for (const { position, choice, final, marked, seen, seq, saved_at } of answers) {
        lastSeq = Math.max(lastSeq, seq)
        if (entries.has(position)) continue
        const save: SaveMark =
          saved_at === null || choice === null ? NONE : { kind: 'saved', at: Date.parse(saved_at) }
        update(position, { choice, final, marked, seen, save })
      }
    },
    /** A new word; gives its number. `answers`: it changes the choice, not only a mark. */
    give: (position: number, change: Change, answers: boolean, hold: Hold, now: Moment): number => {
      const question = questions.get(position)
      if (!question) return 0
      lastSeq += 1
      const before = entries.get(position)
      const { choice, final, marked, seen } = { ...question, ...change }
      const given = answers || !before ? now : before.given
      const unconfirmed = answers || choiceSeq.has(position)
      const seq = lastSeq
      entries.set(position, { position, choice, final, marked, seen, seq, answers: unconfirmed, hold, given })
      if (answers) choiceSeq.set(position, seq)
      update(position, { ...change, ...(answers && { save: { kind: 'keeping' } }) })
      return seq
    },
    /** The word of this number has been written down; true when that shows. */
    onDisk: (position: number, seq: number): boolean => {
      if (questions.get(position)?.save.kind !== 'keeping' || choiceSeq.get(position) !== seq) return false
      update(position, { save: { kind: 'waiting' } })
      return true
    },
    /** The oldest hold first: its words were given first. */
    nextBatch: (): Entry[] => {
      const all = [...entries.values()].toSorted((a, b) => a.seq - b.seq)
      return all.filter((entry) => sameHold(entry.hold, all[0]?.hold ?? null)).slice(0, BATCH_MAX)
    },
    /** What the server said to a batch; false when it said nothing to any of it. */
    settle: (sent: readonly Entry[], items: readonly AnswerItem[], wall: number): boolean => {
      let any = false
      for (const { position, seq } of sent) {
        const item = items.find((each) => each.position === position && each.seq === seq)
        if (!item) continue
        any = true
        if (entries.get(position)?.seq === seq) entries.delete(position)
        const awaited = choiceSeq.get(position)
        // A newer choice is under way, or only a mark went along with an answer that was confirmed before.
        if (awaited === undefined || seq < awaited) continue
        choiceSeq.delete(position)
        const overruled = item.outcome === 'conflict' || item.outcome === 'elsewhere'
        update(position, {
          save: markOf(item, wall),
          ...(overruled && { choice: item.kept.choice, final: item.kept.final }),
        })
      }
      return any
    },
  }
}

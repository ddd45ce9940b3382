/**
 * What a person does in a preview, in memory only, as a pure state machine. The shell (preview-context.ts) asks the
 * server and feeds the answers; preview-pages.ts reads the state.
 */
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { ProgressState } from '#contract/courses/shapes.ts'
import type { LessonNote, QuizReview } from '#contract/courses/learning.ts'
import type { GivenAnswer, QuizGrade, QuizStatus } from '#contract/courses/quiz.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import { VIDEO_COMPLETE_RATIO } from '#contract/limits.ts'
import type { Submission } from '#contract/problems/problems.ts'
import type { Pending } from '../model/pending.ts'
import { totalSeconds, union, type Range } from '../model/ranges.ts'

/** Keyed by the item's key, which stays the same when items are reordered. */
export interface PreviewWork {
  states: ReadonlyMap<string, ProgressState>
  watched: ReadonlyMap<string, { ranges: Range[]; position: number }>
  quizzes: ReadonlyMap<string, QuizStatus>
  /** The newest attempt first. */
  reviews: ReadonlyMap<string, readonly QuizReview[]>
  /** The newest submission first. */
  submissions: ReadonlyMap<string, readonly Submission[]>
  /** Keyed by the note's id. */
  notes: ReadonlyMap<string, LessonNote>
  /** Keyed by item and question. */
  videos: ReadonlyMap<string, VideoAnswer>
}

export interface PreviewState {
  /** The topics loaded so far by their id, prefetched ones included. */
  previews: ReadonlyMap<number, CoursePreview>
  /** The topic loaded last: it has the most recent outline. */
  latest: CoursePreview | null
  work: PreviewWork
}

/** `key`: the item's key when the request left; a topic loaded meanwhile may have reordered the items. */
export type PreviewEvent =
  | { type: 'topicLoaded'; topic: number; preview: CoursePreview }
  | { type: 'articleRead'; itemId: number }
  | { type: 'videoWatched'; itemId: number; ranges: readonly Range[]; position: number }
  | { type: 'noteChanged'; itemId: number; noteId: string; note: NoteOf; at: string }
  | {
      type: 'quizGraded'
      key: string
      itemId: number
      answers: GivenAnswer[]
      grade: QuizGrade
      standing: QuizStatus
      at: string
    }
  | { type: 'problemGraded'; key: string; itemId: number; graded: Submission }
  | { type: 'videoAnswered'; key: string; question: string; answer: VideoAnswer }

type NoteOf = Extract<Pending, { kind: 'note' }>['note']

export const initialPreview = (): PreviewState => ({
  previews: new Map(),
  latest: null,
  work: {
    states: new Map(),
    watched: new Map(),
    quizzes: new Map(),
    reviews: new Map(),
    submissions: new Map(),
    notes: new Map(),
    videos: new Map(),
  },
})

export const videoAnswerKey = (itemKey: string, questionId: string): string => `${itemKey}/${questionId}`

export const keyOfItem = (preview: CoursePreview, itemId: number): string =>
  preview.items.find((item) => item.id === itemId)?.key ?? ''

export const loadedPreview = (latest: CoursePreview | null): CoursePreview => {
  if (!latest) throw new Error('the preview has no topic yet')
  return latest
}

export const itemKeyOf = ({ latest }: PreviewState, itemId: number): string =>
  keyOfItem(loadedPreview(latest), itemId)

const itemOf = ({ previews }: PreviewState, itemId: number) =>
  [...previews.values()].flatMap(({ page }) => page.items).find(({ id }) => id === itemId)

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value)

const withFirst = <V>(map: ReadonlyMap<string, readonly V[]>, key: string, value: V) =>
  withEntry(map, key, [value, ...(map.get(key) ?? [])])

/** Sets the status to completed or in progress; a completed item stays completed. */
const mark = (work: PreviewWork, key: string, isCompleted: boolean): PreviewWork =>
  !isCompleted && work.states.get(key) === 'completed'
    ? work
    : { ...work, states: withEntry(work.states, key, isCompleted ? 'completed' : 'in_progress') }

type EventOf<T extends PreviewEvent['type']> = Extract<PreviewEvent, { type: T }>

/** A video is completed at 90 % of its distinct seconds (rules: Learning). */
const watch = (state: PreviewState, event: EventOf<'videoWatched'>): PreviewWork => {
  const { work } = state
  const key = itemKeyOf(state, event.itemId)
  const item = itemOf(state, event.itemId)
  const duration = item?.type === 'video' ? item.duration_seconds : 0
  const ranges = union([...(work.watched.get(key)?.ranges ?? []), ...event.ranges])
  const watched = withEntry(work.watched, key, { ranges, position: event.position })
  const isCompleted = duration > 0 && totalSeconds(ranges) >= duration * VIDEO_COMPLETE_RATIO
  return mark({ ...work, watched }, key, isCompleted)
}

const changeNote = (work: PreviewWork, event: EventOf<'noteChanged'>): PreviewWork => {
  const notes = new Map(work.notes)
  if (event.note)
    notes.set(event.noteId, {
      ...event.note,
      id: event.noteId,
      item_id: event.itemId,
      created_at: event.at,
      changed_at: event.at,
    })
  else notes.delete(event.noteId)
  return { ...work, notes }
}

const gradeQuiz = (state: PreviewState, event: EventOf<'quizGraded'>): PreviewWork => {
  const { work } = state
  const { key, grade, standing } = event
  const item = itemOf(state, event.itemId)
  const review: QuizReview = {
    id: standing.attempts,
    percent: grade.percent,
    passed: grade.passed,
    created_at: event.at,
    grade,
    shown: item?.type === 'quiz' ? item.questions : [],
    answers: event.answers,
  }
  const graded = {
    ...work,
    quizzes: withEntry(work.quizzes, key, standing),
    reviews: withFirst(work.reviews, key, review),
  }
  return mark(graded, key, grade.passed)
}

const gradeProblem = (work: PreviewWork, event: EventOf<'problemGraded'>): PreviewWork => {
  const { key, graded } = event
  const id = (work.submissions.get(key)?.length ?? 0) + 1
  const submission = { ...graded, id, item_id: event.itemId }
  return mark(
    { ...work, submissions: withFirst(work.submissions, key, submission) },
    key,
    graded.state === 'accepted',
  )
}

/** The first answer to a question in a video stays. */
const answerVideo = (work: PreviewWork, event: EventOf<'videoAnswered'>): PreviewWork => {
  const answerKey = videoAnswerKey(event.key, event.question)
  const videos = work.videos.has(answerKey) ? work.videos : withEntry(work.videos, answerKey, event.answer)
  return mark({ ...work, videos }, event.key, false)
}

const advanceWork = (
  state: PreviewState,
  event: Exclude<PreviewEvent, { type: 'topicLoaded' }>,
): PreviewWork => {
  const { work } = state
  switch (event.type) {
    case 'articleRead':
      return mark(work, itemKeyOf(state, event.itemId), true)
    case 'videoWatched':
      return watch(state, event)
    case 'noteChanged':
      return changeNote(work, event)
    case 'quizGraded':
      return gradeQuiz(state, event)
    case 'problemGraded':
      return gradeProblem(work, event)
    case 'videoAnswered':
      return answerVideo(work, event)
  }
}

/** The whole machine: state and event in, state out. */
export const advancePreview = (state: PreviewState, event: PreviewEvent): PreviewState =>
  event.type === 'topicLoaded'
    ? {
        ...state,
        previews: withEntry(state.previews, event.topic, event.preview),
        latest: event.preview,
      }
    : { ...state, work: advanceWork(state, event) }

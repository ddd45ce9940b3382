/** A draft in the form learners get, with places in it for ids. Pure; what is handed in is judged and forgotten. */
import type { Language } from '#contract/common.ts'
import type { CoursePreview, previewVideoQuestion, previewQuiz } from '#contract/course-builder/preview.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import {
  problemOf,
  questionsOf,
  type CourseDocument,
  type DraftItem,
} from '#contract/course-builder/draft.ts'
import type { TopicItem } from '#contract/courses/topic-page.ts'
import {
  chaptersIn,
  articleIn,
  contentSpeaks,
  courseTextsIn,
  problemIn,
  questionIn,
  titleIn,
  type Wanted,
} from '#contract/courses/language.ts'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import {
  completeVideoQuestions,
  videoQuestionsIn,
  markedVideoAnswer,
  seenVideoQuestions,
} from '../learning/video/video-questions.ts'
import { gradeOf, isRevealed, markQuiz, type KeyedQuestion } from '../learning/quiz/grade.ts'
import { shownProblemOf } from './problem-content.ts'
import { percentOf } from '../learning/scorm-status.ts'
import { shownFrom, shownWithId } from '../learning/quiz/quiz-questions.ts'
import { attemptsLeft } from '../learning/quiz/attempt-limits.ts'

const topicsOf = ({ sections }: CourseDocument) => sections.flatMap(({ topics }) => topics)
const open = 'not_started' as const

/** The item's place among all items of the course, from 1: what stands for its id. */
const placesOf = (document: CourseDocument) =>
  new Map(
    topicsOf(document)
      .flatMap(({ items }) => items)
      .map((item, index) => [item.key, index + 1]),
  )

/** Questions that are complete, each with its place among all of them for an id. */
const completeQuestions = (item: DraftItem, { asked }: Wanted): KeyedQuestion[] =>
  item.content.type !== 'quiz'
    ? []
    : questionsOf(item.content).flatMap((question, index) => {
        const read = authoredQuestion.safeParse(question)
        return read.success ? [{ ...questionIn(read.data, asked), id: index + 1 }] : []
      })

/** A problem that is complete, in the language; null for a half-written one. */
export const completeProblem = (item: DraftItem, { asked }: { asked?: Language }) => {
  if (item.content.type !== 'problem') return null
  const read = authoredProblem.safeParse(problemOf(item.content))
  if (!read.success) return null
  const problem = asked ? problemIn(read.data, asked) : read.data
  return { ...problem, statement: cleanHtml(problem.statement, 'article') }
}

const isUnfinished = (item: DraftItem, wanted: Wanted): boolean => {
  const { content } = item
  if (content.type === 'quiz') return completeQuestions(item, wanted).length < content.questions.length
  if (content.type === 'scorm') return content.package_url === null || content.launch === ''
  if (content.type === 'video') {
    const written = content.questions ?? []
    return completeVideoQuestions(written).length < written.length
  }
  return content.type === 'problem' && completeProblem(item, wanted) === null
}

const toItem = (item: DraftItem, id: number, wanted: Wanted): TopicItem => {
  const { content } = item
  const common = {
    id,
    ...titleIn(item, wanted),
    minutes: item.minutes,
    state: open,
    ...(wanted.asked === wanted.main || contentSpeaks(content, wanted.asked)
      ? {}
      : { content_language: wanted.main }),
  }
  switch (content.type) {
    case 'article': {
      const html = cleanHtml(articleIn(content, wanted).html, 'article')
      return { ...common, type: 'article', html, paragraph: 0 }
    }
    case 'video': {
      const { questions: written = [], ...video } = content
      const questions = seenVideoQuestions(completeVideoQuestions(written))
      return {
        ...common,
        ...video,
        ...(questions.length > 0 && { questions: videoQuestionsIn(questions, {}, wanted) }),
        chapters: chaptersIn(content.chapters ?? [], wanted).toSorted(
          (one, other) => one.second - other.second,
        ),
        position_seconds: 0,
        watched_seconds: 0,
      }
    }
    case 'quiz':
      return {
        ...common,
        type: 'quiz',
        pass_percent: content.pass_percent,
        attempts_limit: content.attempts_limit,
        cooldown_minutes: content.cooldown_minutes,
        reveal: content.reveal,
        best_percent: null,
        attempts: 0,
        attempts_left: attemptsLeft(content, 0),
        next_attempt_at: null,
        questions: completeQuestions(item, wanted).map((question) =>
          shownWithId(question.id, shownFrom(question)),
        ),
        draft: { answers: [], question_id: null },
      }
    case 'problem': {
      const problem = completeProblem(item, wanted)
      return { ...common, type: 'problem', kind: problem?.kind ?? 'text', points: problem?.points ?? 0 }
    }
    case 'scorm':
      return {
        ...common,
        type: 'scorm',
        pass_percent: percentOf(content.pass_score),
        best_percent: null,
        attempts: 0,
      }
  }
}

const beside = (topics: ReturnType<typeof topicsOf>, index: number, wanted: Wanted) => {
  const topic = topics[index]
  return topic ? { topic_id: index + 1, title: titleIn(topic, wanted).title } : null
}

/** The topic at a place; null when the draft has no such place. */
export const previewOf = (
  document: CourseDocument,
  { courseId, place, language }: { courseId: number; place: number; language: Language },
): CoursePreview | null => {
  const topics = topicsOf(document)
  const topic = topics[place - 1]
  const section = document.sections.find((one) => topic && one.topics.includes(topic))
  if (!topic || !section) return null
  const places = placesOf(document)
  const idOf = (item: DraftItem) => places.get(item.key) ?? 0
  const { course } = document
  const wanted = { asked: language, main: course.language }
  return {
    page: {
      course: { id: courseId, title: courseTextsIn(course, language).title, percent: 0 },
      section_title: titleIn(section, wanted).title,
      topic: { id: place, ...titleIn(topic, wanted), state: open },
      items: topic.items.map((item) => toItem(item, idOf(item), wanted)),
      previous: beside(topics, place - 2, wanted),
      next: beside(topics, place, wanted),
    },
    sections: document.sections.map((one, index) => ({
      id: index + 1,
      ...titleIn(one, wanted),
      topics: one.topics.map((inside) => ({
        id: topics.indexOf(inside) + 1,
        ...titleIn(inside, wanted),
        state: open,
        free_preview: inside.free_preview,
        items: inside.items.map((item) => ({
          id: idOf(item),
          type: item.content.type === 'problem' ? ('problems' as const) : item.content.type,
          ...titleIn(item, wanted),
          minutes: item.minutes,
          state: open,
        })),
      })),
    })),
    items: [...places].map(([key, id]) => ({ id, key })),
    problems: topic.items.flatMap((item) => {
      const problem = completeProblem(item, wanted)
      return problem ? [{ item_id: idOf(item), problem: shownProblemOf(problem) }] : []
    }),
    unfinished: topic.items.filter((item) => isUnfinished(item, wanted)).map(idOf),
  }
}

/** A hand-in of the preview, marked as a learner's would be. The pause between attempts is left out. */
export const markPreview = (
  item: DraftItem,
  body: Pick<BodyOf<typeof previewQuiz>, 'answers' | 'attempts' | 'best_percent'>,
  wanted: Wanted,
): ResponseInputOf<typeof previewQuiz> | null => {
  if (item.content.type !== 'quiz') return null
  const quiz = item.content
  const marks = markQuiz(completeQuestions(item, wanted), body.answers, quiz.pass_percent)
  const best = Math.max(marks.percent, body.best_percent ?? 0)
  const attempts = body.attempts + 1
  const left = attemptsLeft(quiz, attempts)
  const revealed = isRevealed(quiz.reveal, { passedOnce: best >= quiz.pass_percent, attemptsLeft: left })
  return {
    ...gradeOf(marks, revealed),
    standing: { best_percent: best, attempts, attempts_left: left, next_attempt_at: null },
  }
}

/** An answer to a question inside a film, marked as a learner's would be. */
export const markPreviewVideo = (
  item: DraftItem,
  { question, answer }: Pick<BodyOf<typeof previewVideoQuestion>, 'question' | 'answer'>,
  { asked }: Wanted,
): VideoAnswer | null => {
  if (item.content.type !== 'video') return null
  const found = completeVideoQuestions(item.content.questions ?? []).find(({ id }) => id === question)
  return found ? markedVideoAnswer(found.question, answer, asked) : null
}

/**
 * Shows a draft in the form that learners get, with positions instead of ids. Pure; answers are graded and not
 * stored.
 */
import type { Language } from '#contract/languages.ts'
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
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'
import {
  completeVideoQuestions,
  videoQuestionsIn,
  gradeVideoAnswer,
  shownVideoQuestions,
} from '../learning/video/video-questions.ts'
import { gradeOf, isRevealed, markQuiz, type KeyedQuestion } from '../learning/quiz/grade.ts'
import { withItemLinks } from './item-links.ts'
import { shownProblemOf } from './problem-content.ts'
import type { StoredVideoQuestion } from '../courses.tables.ts'
import { percentOf } from '../learning/scorm-status.ts'
import {
  shownFrom,
  shownWithId,
  withUnsolvedItems,
  type StoredAuthored,
} from '../learning/quiz/quiz-questions.ts'
import { attemptsLeft } from '../learning/quiz/attempt-limits.ts'

const topicsOf = ({ sections }: CourseDocument) => sections.flatMap(({ topics }) => topics)
const NOT_STARTED = 'not_started' as const

/** An item's position among all items of the course, from 1; it stands in for the id. */
const itemNumbersOf = (document: CourseDocument) =>
  new Map(
    topicsOf(document)
      .flatMap(({ items }) => items)
      .map((item, index) => [item.key, index + 1]),
  )

/** The complete questions, each with its position as id. */
const completeQuestions = (item: DraftItem, { asked }: Wanted): KeyedQuestion[] =>
  item.content.type !== 'quiz'
    ? []
    : questionsOf(item.content).flatMap((question, index) => {
        const parsed = authoredQuestion.safeParse(question)
        return parsed.success ? [{ ...questionIn(parsed.data, asked), id: index + 1 }] : []
      })

/** The problem in the language, not sanitized; null for an incomplete one. */
export const completeProblem = (item: DraftItem, { asked }: { asked?: Language }) => {
  if (item.content.type !== 'problem') return null
  const parsed = authoredProblem.safeParse(problemOf(item.content))
  if (!parsed.success) return null
  return asked ? problemIn(parsed.data, asked) : parsed.data
}

const isUnfinished = (item: DraftItem, languageChoice: Wanted): boolean => {
  const { content } = item
  if (content.type === 'quiz')
    return completeQuestions(item, languageChoice).length < content.questions.length
  if (content.type === 'scorm') return content.package_url === null || content.launch === ''
  if (content.type === 'video') {
    const questions = content.questions ?? []
    return completeVideoQuestions(questions).length < questions.length
  }
  return content.type === 'problem' && completeProblem(item, languageChoice) === null
}

/** Every author sees a preview in the same order. */
const PREVIEW_SEED = 'preview'

const solvedOrderOf = (question: StoredAuthored): string[] | null =>
  question.kind === 'ordering' ? question.items.map(({ id }) => id) : null

const solvedOrders = (questions: readonly StoredVideoQuestion[]) =>
  Object.fromEntries(questions.map(({ id, question }) => [id, solvedOrderOf(question) ?? []]))

const toItem = async (item: DraftItem, id: number, languageChoice: Wanted): Promise<TopicItem> => {
  const { content } = item
  const common = {
    id,
    ...titleIn(item, languageChoice),
    minutes: item.minutes,
    state: NOT_STARTED,
    ...(languageChoice.asked === languageChoice.main || contentSpeaks(content, languageChoice.asked)
      ? {}
      : { content_language: languageChoice.main }),
  }
  switch (content.type) {
    case 'article': {
      const html = await cleanHtmlInWorker(articleIn(content, languageChoice).html, 'article')
      return { ...common, type: 'article', html, paragraph: 0 }
    }
    case 'video': {
      const { questions: drafted = [], ...video } = content
      const complete = completeVideoQuestions(drafted)
      const questions = shownVideoQuestions(complete)
      const order = { seed: PREVIEW_SEED, solved: solvedOrders(complete) }
      return {
        ...common,
        ...video,
        ...(questions.length > 0 && { questions: videoQuestionsIn(questions, {}, languageChoice, order) }),
        chapters: chaptersIn(content.chapters ?? [], languageChoice).toSorted((a, b) => a.second - b.second),
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
        seed: PREVIEW_SEED,
        questions: completeQuestions(item, languageChoice).map((question) =>
          withUnsolvedItems(
            shownWithId(question.id, shownFrom(question)),
            solvedOrderOf(question),
            PREVIEW_SEED,
          ),
        ),
        draft: { answers: [], question_id: null },
      }
    case 'problem': {
      const problem = completeProblem(item, languageChoice)
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

const withLinks = (item: DraftItem, addressOf: (key: string) => string | null): DraftItem =>
  item.content.type === 'article' ? { ...item, content: withItemLinks(item.content, addressOf) } : item

const neighbour = (topics: ReturnType<typeof topicsOf>, index: number, languageChoice: Wanted) => {
  const topic = topics[index]
  return topic ? { topic_id: index + 1, title: titleIn(topic, languageChoice).title } : null
}

/** The topic at a position; null when the draft has no such topic. */
export const previewOf = async (
  document: CourseDocument,
  { courseId, topicNumber, language }: { courseId: number; topicNumber: number; language: Language },
): Promise<CoursePreview | null> => {
  const topics = topicsOf(document)
  const topic = topics[topicNumber - 1]
  const section = document.sections.find(({ topics: inSection }) => topic && inSection.includes(topic))
  if (!topic || !section) return null
  const itemNumbers = itemNumbersOf(document)
  const idOf = (item: DraftItem) => itemNumbers.get(item.key) ?? 0
  const { course } = document
  const languageChoice = { asked: language, main: course.language }
  const items: TopicItem[] = []
  const problems: CoursePreview['problems'] = []
  const addressOf = (key: string): string | null => {
    const at = topics.findIndex((draftTopic) => draftTopic.items.some((item) => item.key === key))
    return at < 0 ? null : `/learn/preview/${courseId}/${at + 1}?item=${itemNumbers.get(key) ?? 0}`
  }
  for (const item of topic.items) {
    items.push(await toItem(withLinks(item, addressOf), idOf(item), languageChoice))
    const problem = completeProblem(item, languageChoice)
    if (!problem) continue
    const statement = await cleanHtmlInWorker(problem.statement, 'article')
    problems.push({
      item_id: idOf(item),
      problem: shownProblemOf({ ...problem, statement }),
      ...('hints' in problem && {
        help: {
          hints: problem.hints,
          solution: problem.solution,
          solution_after: problem.solution_after,
        },
      }),
    })
  }
  return {
    page: {
      course: { id: courseId, title: courseTextsIn(course, language).title, percent: 0 },
      section_title: titleIn(section, languageChoice).title,
      topic: { id: topicNumber, ...titleIn(topic, languageChoice), state: NOT_STARTED },
      items,
      previous: neighbour(topics, topicNumber - 2, languageChoice),
      next: neighbour(topics, topicNumber, languageChoice),
    },
    sections: document.sections.map((draftSection, index) => ({
      id: index + 1,
      ...titleIn(draftSection, languageChoice),
      topics: draftSection.topics.map((draftTopic) => ({
        id: topics.indexOf(draftTopic) + 1,
        ...titleIn(draftTopic, languageChoice),
        state: NOT_STARTED,
        free_preview: draftTopic.free_preview,
        items: draftTopic.items.map((item) => ({
          id: idOf(item),
          type: item.content.type === 'problem' ? ('problems' as const) : item.content.type,
          ...titleIn(item, languageChoice),
          minutes: item.minutes,
          state: NOT_STARTED,
        })),
      })),
    })),
    items: [...itemNumbers].map(([key, id]) => ({ id, key })),
    problems,
    unfinished: topic.items.filter((item) => isUnfinished(item, languageChoice)).map(idOf),
  }
}

/** Grades a quiz attempt in the preview as a learner's would be. There is no cooldown between attempts. */
export const markPreview = (
  item: DraftItem,
  body: Pick<BodyOf<typeof previewQuiz>, 'answers' | 'attempts' | 'best_percent'>,
  languageChoice: Wanted,
): ResponseInputOf<typeof previewQuiz> | null => {
  if (item.content.type !== 'quiz') return null
  const quiz = item.content
  const marks = markQuiz(completeQuestions(item, languageChoice), body.answers, quiz.pass_percent)
  const best = Math.max(marks.percent, body.best_percent ?? 0)
  const attempts = body.attempts + 1
  const remaining = attemptsLeft(quiz, attempts)
  const revealed = isRevealed(quiz.reveal, { passedOnce: best >= quiz.pass_percent, attemptsLeft: remaining })
  return {
    ...gradeOf(marks, revealed),
    standing: { best_percent: best, attempts, attempts_left: remaining, next_attempt_at: null },
  }
}

/** Grades an answer to a video question as a learner's would be. */
export const markPreviewVideo = (
  item: DraftItem,
  { question, answer }: Pick<BodyOf<typeof previewVideoQuestion>, 'question' | 'answer'>,
  { asked }: Wanted,
): VideoAnswer | null => {
  if (item.content.type !== 'video') return null
  const found = completeVideoQuestions(item.content.questions ?? []).find(({ id }) => id === question)
  return found ? gradeVideoAnswer(found.question, answer, asked) : null
}

import { chaptersIn, titleIn, type Wanted } from '#contract/courses/language.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { ShownQuestion } from '#contract/courses/quiz.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { mainLanguage } from '../courses.mapper.ts'
import { lockedContent, mayOpen } from '../courses.policy.ts'
import { learnerOf, requireOpenSection, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { courseStatusOf, itemState, topicsOf, topicState, type TopicNode } from '../progress.ts'
import { videoQuestionsIn } from './video/video-questions.ts'
import { draftsOf, type QuizDraft } from './quiz/quiz-draft.repository.ts'
import { attemptsLeft, nextAttemptAt } from './quiz/attempt-limits.ts'
import { lastAttempts } from './quiz/quiz.repository.ts'
import { percentOf, scormStatuses, type ScormStatus } from './scorm-status.ts'
import { questionsFor, topicItems, type TopicItemRow } from './topic.repository.ts'

/** One topic for the course player. A locked topic still says that it is locked, a foreign one is not there. */
export const topicPage = (
  { caches }: CoursesContext,
  scope: MemberScope,
  ids: { courseId: number; topicId: number },
): Promise<TopicPage> =>
  scope.tx(async (db) => {
    const { row, title, outline } = await visibleCourse(caches, db, scope, ids.courseId)
    const language = languageFor(scope)
    const wanted = { asked: language, main: mainLanguage(row) }
    const topics = topicsOf(outline)
    const index = topics.findIndex((topic) => topic.id === ids.topicId)
    const topic = topics[index]
    const section = outline.find((each) => each.topics.some((inside) => inside.id === ids.topicId))
    if (!topic || !section) throw notFound()
    const learner = learnerOf(scope)
    const enrolment = await activeEnrolment(db, learner, ids.courseId)
    const { freePreview } = topic
    if (!mayOpen({ role: scope.actor.role, enrolled: enrolment !== undefined, freePreview }))
      throw lockedContent(row.price)
    const statuses = enrolment ? await itemStatusesOf(db, learner, ids.courseId) : new Map()
    if (enrolment)
      requireOpenSection(scope, outline, topic.id, { enrolledAt: enrolment.enrolledAt, statuses })
    const items = await topicItems(db, learner, topic.id, language)
    const quizzes = items.filter((item) => item.type === 'quiz').map((item) => item.id)
    const own = enrolment ? quizzes : []
    const packages = items.filter((item) => item.type === 'scorm').map((item) => item.id)
    const quizFacts: QuizFacts = {
      scorm: await scormStatuses(db, { ...learner, tracked: enrolment !== undefined }, packages),
      questions: await questionsFor(db, learner.clientId, quizzes, language),
      drafts: await draftsOf(db, learner, own),
      lastAt: await lastAttempts(db, learner, own),
      now: scope.clock.now(),
    }
    return {
      course: {
        id: row.id,
        title,
        percent: enrolment ? courseStatusOf(outline, enrolment, statuses).percent : 0,
      },
      section_title: section.title,
      topic: { id: topic.id, ...titleOf(topic), state: topicState(topic, statuses) },
      ...(!enrolment && { looking: true as const }),
      items: items.map((item) => toItem(enrolment ? item : withoutProgress(item), quizFacts, wanted)),
      previous: neighbour(topics[index - 1]),
      next: neighbour(topics[index + 1]),
    }
  })

const neighbour = (topic: TopicNode | undefined) =>
  topic ? { topic_id: topic.id, title: topic.title } : null

/** Who left a course looks at a free preview like everybody else. */
const withoutProgress = (row: TopicItemRow): TopicItemRow => ({
  ...row,
  last_at: null,
  completed_at: null,
  position_seconds: null,
  watched_seconds: null,
  attempts: null,
  best_percent: null,
  paragraph: null,
  question_id: null,
  // What is answered is kept, and nothing of theirs is.
  questions_shown: null,
})

interface QuizFacts {
  questions: ReadonlyMap<number, ShownQuestion[]>
  drafts: readonly QuizDraft[]
  lastAt: ReadonlyMap<number, Date>
  scorm: ReadonlyMap<number, ScormStatus>
  now: Date
}

const titleOf = ({ title, language }: TopicNode) => ({ title, ...(language && { language }) })

const toItem = (row: TopicItemRow, facts: QuizFacts, wanted: Wanted): TopicItem => {
  const state = itemState(row.last_at ? { lastAt: row.last_at, completedAt: row.completed_at } : undefined)
  const fallback = wanted.asked !== wanted.main && !row.speaks
  const common = {
    id: row.id,
    ...titleIn(row, wanted),
    ...(fallback && { content_language: wanted.main }),
    minutes: row.minutes,
    state,
  }
  switch (row.type) {
    case 'article':
      return { ...common, type: 'article', html: row.html ?? '', paragraph: row.paragraph ?? 0 }
    case 'video':
      return {
        ...common,
        type: 'video',
        sources: row.sources ?? [],
        poster_url: row.poster_url,
        captions: row.captions ?? [],
        chapters: chaptersIn(row.chapters ?? [], wanted),
        ...(row.questions_shown?.length && {
          questions: videoQuestionsIn(row.questions_shown, row.film_answers ?? {}, wanted),
        }),
        duration_seconds: row.duration_seconds ?? 0,
        position_seconds: row.position_seconds ?? 0,
        watched_seconds: row.watched_seconds ?? 0,
      }
    case 'quiz':
      return { ...common, type: 'quiz', ...quizPart(row, facts) }
    case 'problem':
      return { ...common, type: 'problem', kind: row.problem_kind ?? 'text', points: row.problem_points ?? 0 }
    case 'scorm': {
      const standing = facts.scorm.get(row.id)
      return {
        ...common,
        type: 'scorm',
        pass_percent: percentOf(standing?.passScore ?? null),
        best_percent: standing?.best ?? null,
        attempts: standing?.attempts ?? 0,
      }
    }
  }
}

const quizPart = (row: TopicItemRow, { questions, drafts, lastAt, now }: QuizFacts) => {
  const rules = { attempts_limit: row.attempts_limit, cooldown_minutes: row.cooldown_minutes ?? 0 }
  const attempts = row.attempts ?? 0
  const shown = questions.get(row.id) ?? []
  const draft = drafts.find((each) => each.itemId === row.id && each.attempt === attempts)
  const last = lastAt.get(row.id)
  return {
    ...rules,
    pass_percent: row.pass_percent ?? 100,
    reveal: row.reveal ?? 'done',
    best_percent: row.best_percent,
    attempts,
    attempts_left: attemptsLeft(rules, attempts),
    next_attempt_at: last ? nextAttemptAt(rules, { lastAt: last, attempts, now }) : null,
    questions: shown,
    draft: {
      answers: shown.flatMap((question) => {
        const answer = draft?.answers[question.id]
        return answer?.kind === question.kind ? [answer] : []
      }),
      question_id: row.question_id,
    },
  }
}

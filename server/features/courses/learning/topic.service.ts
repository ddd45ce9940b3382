import { chaptersIn, titleIn, type Wanted } from '#contract/courses/language.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { ShownQuestion } from '#contract/courses/quiz.ts'
import type { SignedAddresses } from '#server/core/files/file-access.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { mainLanguage } from '../courses.mapper.ts'
import { lockedContent, mayOpen } from '../courses.policy.ts'
import { learnerOf, requireOpenSection, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { overdueProgramme } from './overdue.ts'
import { courseStatusOf, itemState, topicsOf, topicState, type TopicNode } from '../progress.ts'
import { videoQuestionsIn } from './video/video-questions.ts'
import { draftsOf, type QuizDraft } from './quiz/quiz-draft.repository.ts'
import { attemptsLeft, nextAttemptAt } from './quiz/attempt-limits.ts'
import { lastAttempts } from './quiz/quiz.repository.ts'
import { percentOf, scormStatuses, type ScormStatus } from './scorm-status.ts'
import { questionsFor, topicItems, type TopicItemRow } from './topic.repository.ts'

/** One topic for the course player. A locked topic answers that it is locked; an unknown one is not found. */
export const topicPage = (
  { caches }: CoursesContext,
  scope: MemberScope,
  ids: { courseId: number; topicId: number },
): Promise<TopicPage> =>
  scope.tx(async (db) => {
    const { row, title, outline } = await visibleCourse(caches, db, scope, ids.courseId)
    const language = languageFor(scope)
    const languageChoice = { asked: language, main: mainLanguage(row) }
    const topics = topicsOf(outline)
    const index = topics.findIndex((topic) => topic.id === ids.topicId)
    const topic = topics[index]
    const section = outline.find(({ topics: inSection }) => inSection.some(({ id }) => id === ids.topicId))
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
    const ownQuizzes = enrolment ? quizzes : []
    const scormItems = items.filter((item) => item.type === 'scorm').map((item) => item.id)
    const quizFacts: QuizFacts = {
      scorm: await scormStatuses(db, { ...learner, tracked: enrolment !== undefined }, scormItems),
      questions: await questionsFor(db, learner, quizzes, language),
      drafts: await draftsOf(db, learner, ownQuizzes),
      lastAt: await lastAttempts(db, learner, ownQuizzes),
      now: scope.clock.now(),
      seed: String(learner.userId),
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
      ...(enrolment?.readOnlySince && (await overdueProgramme(db, learner, ids.courseId))),
      items: items.map((item) =>
        signed(toItem(enrolment ? item : withoutProgress(item), quizFacts, languageChoice), scope.files),
      ),
      previous: neighbour(topics[index - 1]),
      next: neighbour(topics[index + 1]),
    }
  })

/** Content holds stable paths; what leaves works for the caller's session only. */
const signed = (item: TopicItem, files: SignedAddresses): TopicItem => {
  const parent = { kind: 'item', id: item.id } as const
  if (item.type === 'article') return { ...item, html: files.html(item.html, parent) }
  if (item.type !== 'video') return item
  return {
    ...item,
    sources: item.sources.map((source) => ({ ...source, url: files.address(source.url, parent) })),
    poster_url: item.poster_url && files.address(item.poster_url, parent),
    captions: item.captions.map((caption) => ({ ...caption, url: files.address(caption.url, parent) })),
  }
}

const neighbour = (topic: TopicNode | undefined) =>
  topic ? { topic_id: topic.id, title: topic.title } : null

/** A learner who left a course sees a free preview like everybody else. */
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
  // Answers are stored, so questions need an enrolment.
  questions_shown: null,
})

interface QuizFacts {
  questions: ReadonlyMap<number, ShownQuestion[]>
  drafts: readonly QuizDraft[]
  lastAt: ReadonlyMap<number, Date>
  scorm: ReadonlyMap<number, ScormStatus>
  now: Date
  seed: string
}

const titleOf = ({ title, language }: TopicNode) => ({ title, ...(language && { language }) })

const toItem = (row: TopicItemRow, facts: QuizFacts, languageChoice: Wanted): TopicItem => {
  const common = commonPart(row, languageChoice)
  switch (row.type) {
    case 'article':
      return { ...common, type: 'article', html: row.html ?? '', paragraph: row.paragraph ?? 0 }
    case 'video':
      return { ...common, type: 'video', ...videoPart(row, facts, languageChoice) }
    case 'quiz':
      return { ...common, type: 'quiz', ...quizPart(row, facts) }
    case 'problem':
      return { ...common, type: 'problem', kind: row.problem_kind ?? 'text', points: row.problem_points ?? 0 }
    case 'scorm':
      return { ...common, type: 'scorm', ...scormPart(facts.scorm.get(row.id)) }
  }
}

const commonPart = (row: TopicItemRow, languageChoice: Wanted) => {
  const isInMainLanguage = languageChoice.asked !== languageChoice.main && !row.speaks
  return {
    id: row.id,
    ...titleIn(row, languageChoice),
    ...(isInMainLanguage && { content_language: languageChoice.main }),
    minutes: row.minutes,
    state: itemState(row.last_at ? { lastAt: row.last_at, completedAt: row.completed_at } : undefined),
  }
}

const videoPart = (row: TopicItemRow, { seed }: QuizFacts, languageChoice: Wanted) => ({
  sources: row.sources ?? [],
  poster_url: row.poster_url,
  captions: row.captions ?? [],
  chapters: chaptersIn(row.chapters ?? [], languageChoice),
  ...(row.questions_shown?.length && {
    questions: videoQuestionsIn(row.questions_shown, row.film_answers ?? {}, languageChoice, {
      seed,
      solved: row.questions_solved ?? {},
    }),
  }),
  duration_seconds: row.duration_seconds ?? 0,
  position_seconds: row.position_seconds ?? 0,
  watched_seconds: row.watched_seconds ?? 0,
})

const scormPart = (status: ScormStatus | undefined) => ({
  pass_percent: percentOf(status?.passScore ?? null),
  best_percent: status?.best ?? null,
  attempts: status?.attempts ?? 0,
})

const quizPart = (row: TopicItemRow, { questions, drafts, lastAt, now, seed }: QuizFacts) => {
  const rules = { attempts_limit: row.attempts_limit, cooldown_minutes: row.cooldown_minutes ?? 0 }
  const attempts = row.attempts ?? 0
  const questionsShown = questions.get(row.id) ?? []
  const draft = drafts.find((candidate) => candidate.itemId === row.id && candidate.attempt === attempts)
  const lastAttemptAt = lastAt.get(row.id)
  return {
    ...rules,
    pass_percent: row.pass_percent ?? 100,
    reveal: row.reveal ?? 'done',
    best_percent: row.best_percent,
    attempts,
    attempts_left: attemptsLeft(rules, attempts),
    next_attempt_at: lastAttemptAt ? nextAttemptAt(rules, { lastAt: lastAttemptAt, attempts, now }) : null,
    seed,
    questions: questionsShown,
    draft: {
      answers: questionsShown.flatMap((question) => {
        const answer = draft?.answers[question.id]
        return answer?.kind === question.kind ? [answer] : []
      }),
      question_id: row.question_id,
    },
  }
}

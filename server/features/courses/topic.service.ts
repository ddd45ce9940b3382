import type { TopicItem, TopicPage } from '#contract/courses.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from './courses.cache.ts'
import { lockedContent, mayOpen } from './courses.policy.ts'
import { learnerOf, standingsOf, visibleCourse } from './learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { courseStanding, itemState, topicsOf, topicState, type TopicNode } from './progress.ts'
import { questionsFor, topicItems, type QuestionRow, type TopicItemRow } from './topic.repository.ts'

/** One topic for the course player. A locked topic still says that it is locked, a foreign one is not there. */
export const topicPage = (
  { caches }: CoursesContext,
  scope: MemberScope,
  ids: { courseId: number; topicId: number },
): Promise<TopicPage> =>
  scope.tx(async (db) => {
    const { row, outline } = await visibleCourse(caches, db, scope, ids.courseId)
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
    const items = await topicItems(db, learner, topic.id)
    const quizzes = items.filter((item) => item.type === 'quiz').map((item) => item.id)
    const questions = await questionsFor(db, learner.clientId, quizzes)
    const standings = enrolment ? await standingsOf(db, learner, ids.courseId) : new Map()
    return {
      course: {
        id: row.id,
        title: row.title,
        percent: enrolment ? courseStanding(outline, enrolment, standings).percent : 0,
      },
      section_title: section.title,
      topic: { id: topic.id, title: topic.title, state: topicState(topic, standings) },
      items: items.map((item) => toItem(enrolment ? item : withoutProgress(item), questions)),
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
})

const toItem = (row: TopicItemRow, questions: readonly QuestionRow[]): TopicItem => {
  const state = itemState(row.last_at ? { lastAt: row.last_at, completedAt: row.completed_at } : undefined)
  const common = { id: row.id, title: row.title, minutes: row.minutes, state }
  if (row.type === 'article') return { ...common, type: 'article', html: row.html ?? '' }
  if (row.type === 'video')
    return {
      ...common,
      type: 'video',
      sources: row.sources ?? [],
      poster_url: row.poster_url,
      captions: row.captions ?? [],
      duration_seconds: row.duration_seconds ?? 0,
      position_seconds: row.position_seconds ?? 0,
      watched_seconds: row.watched_seconds ?? 0,
    }
  return {
    ...common,
    type: 'quiz',
    pass_percent: row.pass_percent ?? 100,
    best_percent: row.best_percent,
    attempts: row.attempts ?? 0,
    questions: questions
      .filter((question) => question.item_id === row.id)
      .map(({ id, prompt, choices }) => ({ id, prompt, choices })),
  }
}

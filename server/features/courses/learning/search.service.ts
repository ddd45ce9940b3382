import { FINDS_MAX, SEARCH_MIN_CHARS, type Find, type searchCourse } from '#contract/courses/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { createFreshCache, type FreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { plainText, wordsOf } from '#server/core/text/search-text.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { isStaff, mayOpen } from '../courses.policy.ts'
import { excerptAround, holdsAll, searched, type Searched } from './find-words.ts'
import { gateOf } from '../gates.ts'
import { learnerOf, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { itemState, type ItemNode, type SectionNode, type TopicNode } from '../progress.ts'
import { contentOfCourse } from './search.repository.ts'

type CourseTexts = ReadonlyMap<number, Searched>
/** Texts of whole courses, as they are searched; a long course takes a few megabytes. */
export type SearchTexts = FreshCache<string, CourseTexts>
const COURSES_MAX = 20

export const createSearchTexts = (feed: ChangeFeed): SearchTexts =>
  createFreshCache<string, CourseTexts>({
    feed,
    maxEntries: COURSES_MAX,
    affects: (change) => (change.kind === 'courses' ? (key) => key.startsWith(`${change.clientId}:`) : false),
  })

/** Finds words in the titles and texts of a course; of what is locked for the caller only titles are searched. */
export const findInCourse = (
  { caches, texts }: Pick<CoursesContext, 'caches'> & { texts: SearchTexts },
  scope: MemberScope,
  courseId: number,
  asked: string,
): Promise<ResponseOf<typeof searchCourse>> =>
  scope.tx(async (db) => {
    const { outline } = await visibleCourse(caches, db, scope, courseId)
    const words = wordsOf(asked)
    if (words.length === 0 || asked.trim().length < SEARCH_MIN_CHARS) return { results: [], more: false }
    const learner = learnerOf(scope)
    const language = languageFor(scope)
    const content = await texts.get(`${learner.clientId}:${courseId}:${language}`, async () =>
      textsOf(await contentOfCourse(db, { clientId: learner.clientId, courseId }, language)),
    )
    const { role } = scope.actor
    const enrolment = await activeEnrolment(db, learner, courseId)
    const statuses = await itemStatusesOf(db, learner, courseId)
    const gates = { enrolledAt: enrolment?.enrolledAt ?? null, statuses, now: scope.clock.now() }
    const isOpen = (section: SectionNode, { freePreview }: TopicNode) =>
      mayOpen({ role, enrolled: enrolment !== undefined, freePreview }) &&
      (freePreview || isStaff(role) || gateOf(outline, section, gates) === null)

    const found = outline.flatMap((section) =>
      section.topics.flatMap((topic) => {
        const open = isOpen(section, topic)
        return topic.items.flatMap((item) => {
          const text = open ? content.get(item.id) : undefined
          const hit = findIn({ topic, item, text }, words)
          return hit ? [{ ...hit, state: open ? itemState(statuses.get(item.id)) : ('locked' as const) }] : []
        })
      }),
    )
    const byTitle = found.filter(({ excerpt }) => excerpt === null)
    const byText = found.filter(({ excerpt }) => excerpt !== null)
    return { results: [...byTitle, ...byText].slice(0, FINDS_MAX), more: found.length > FINDS_MAX }
  })

interface Place {
  topic: TopicNode
  item: ItemNode
  text: Searched | undefined
}
const findIn = ({ topic, item, text }: Place, words: readonly string[]): Omit<Find, 'state'> | null => {
  // Of a topic's own title all of its items would be found: the first one stands for it.
  const titles = [searched(item.title), ...(topic.items[0] === item ? [searched(topic.title)] : [])]
  const inTitles = holdsAll(words, titles)
  if (!inTitles && !(text && holdsAll(words, [...titles, text]))) return null
  return {
    topic_id: topic.id,
    topic_title: topic.title,
    item_id: item.id,
    item_title: item.title,
    type: item.type,
    excerpt: inTitles || !text ? null : excerptAround(text.text, words),
  }
}

const textsOf = (rows: Awaited<ReturnType<typeof contentOfCourse>>): CourseTexts =>
  new Map(
    rows.map(({ id, html, chapters, statement, prompts }) => [
      id,
      searched(plainText([html ?? '', ...(chapters ?? []), statement ?? '', ...(prompts ?? [])].join(' '))),
    ]),
  )

import { FINDS_MAX, SEARCH_MIN_CHARS, type Find, type searchCourse } from '#contract/courses/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { createFreshCache, type FreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { plainText, wordsOf } from '#server/core/text/search-text.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { isStaff, mayOpen } from '../courses.policy.ts'
import { excerptAround, containsAll, toSearchable, type SearchableText } from './search-match.ts'
import { sectionLockOf } from '../section-locks.ts'
import { learnerOf, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { itemState, type ItemNode, type SectionNode, type TopicNode } from '../progress.ts'
import { contentOfCourse } from './search.repository.ts'

type CourseTexts = ReadonlyMap<number, SearchableText>
/** Searchable texts of whole courses; a long course takes a few megabytes. */
export type SearchTexts = FreshCache<string, CourseTexts>
const COURSES_MAX = 20

export const createSearchTexts = (feed: ChangeFeed): SearchTexts =>
  createFreshCache<string, CourseTexts>({
    feed,
    maxEntries: COURSES_MAX,
    affects: (change) => (change.kind === 'courses' ? (key) => key.startsWith(`${change.clientId}:`) : false),
  })

/** Searches titles and texts of a course; of locked content only titles. */
export const findInCourse = (
  { caches, texts }: Pick<CoursesContext, 'caches'> & { texts: SearchTexts },
  scope: MemberScope,
  courseId: number,
  query: string,
): Promise<ResponseOf<typeof searchCourse>> =>
  scope.tx(async (db) => {
    const { outline } = await visibleCourse(caches, db, scope, courseId)
    const words = wordsOf(query)
    if (words.length === 0 || query.trim().length < SEARCH_MIN_CHARS) return { results: [], more: false }
    const learner = learnerOf(scope)
    const language = languageFor(scope)
    const content = await texts.get(`${learner.clientId}:${courseId}:${language}`, async () =>
      textsOf(await contentOfCourse(db, { clientId: learner.clientId, courseId }, language)),
    )
    const { role } = scope.actor
    const enrolment = await activeEnrolment(db, learner, courseId)
    const statuses = await itemStatusesOf(db, learner, courseId)
    const lockFacts = { enrolledAt: enrolment?.enrolledAt ?? null, statuses, now: scope.clock.now() }
    const isOpen = (section: SectionNode, { freePreview }: TopicNode) =>
      mayOpen({ role, enrolled: enrolment !== undefined, freePreview }) &&
      (freePreview || isStaff(role) || sectionLockOf(outline, section, lockFacts) === null)

    const found = outline.flatMap((section) =>
      section.topics.flatMap((topic) => {
        const isOpenTopic = isOpen(section, topic)
        return topic.items.flatMap((item) => {
          const text = isOpenTopic ? content.get(item.id) : undefined
          const hit = findIn({ topic, item, text }, words)
          return hit
            ? [{ ...hit, state: isOpenTopic ? itemState(statuses.get(item.id)) : ('locked' as const) }]
            : []
        })
      }),
    )
    const byTitle = found.filter(({ excerpt }) => excerpt === null)
    const byText = found.filter(({ excerpt }) => excerpt !== null)
    return { results: [...byTitle, ...byText].slice(0, FINDS_MAX), more: found.length > FINDS_MAX }
  })

interface Candidate {
  topic: TopicNode
  item: ItemNode
  text: SearchableText | undefined
}
const findIn = ({ topic, item, text }: Candidate, words: readonly string[]): Omit<Find, 'state'> | null => {
  // A topic's title matches only its first item, not all of them.
  const titles = [toSearchable(item.title), ...(topic.items[0] === item ? [toSearchable(topic.title)] : [])]
  const inTitles = containsAll(words, titles)
  if (!inTitles && !(text && containsAll(words, [...titles, text]))) return null
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
      toSearchable(
        plainText([html ?? '', ...(chapters ?? []), statement ?? '', ...(prompts ?? [])].join(' ')),
      ),
    ]),
  )

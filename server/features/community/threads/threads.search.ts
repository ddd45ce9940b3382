/** Search conditions as parts of SQL statements. `$1` is the client and `$2` the viewer. */
import { LAST_CODE_POINT } from '#server/core/text/search-text.ts'
import { tagKey } from './tag-key.ts'
import type { SqlParameters, ThreadFilter } from './thread-filter.ts'

/** Known words that one search term may match. */
const WORDS_PER_TERM = 300

/** The known words that contain a term. */
const wordsLike = (parameters: SqlParameters, term: string) => `array(
  select distinct p.word from forum_word_part p
  where p.client_id = $1 and p.part >= ${parameters.add(term)} and p.part < ${parameters.add(term + LAST_CODE_POINT)}
  limit ${WORDS_PER_TERM})`

/** Active threads with a word that contains the term. */
export const threadsContaining = (parameters: SqlParameters, term: string): string => `
  select distinct w.thread_id as id from forum_word w
  where w.client_id = $1 and w.word = any (${wordsLike(parameters, term)})`

/** The tag with exactly this name; null if there is none. */
export const tagNamed = (parameters: SqlParameters, name: string): string =>
  `(select id from forum_tag where client_id = $1 and name_key = ${parameters.add(tagKey(name))})`

/** The other conditions for thread `w.thread_id`. OFFSET 0 keeps each of them a lookup of one thread. */
const otherConditions = (
  parameters: SqlParameters,
  filter: ThreadFilter,
  terms: readonly string[],
): string[] => [
  ...terms.map(
    (term) => `exists (select from forum_word x
      where x.client_id = $1 and x.thread_id = w.thread_id and x.word = any (${wordsLike(parameters, term)}) offset 0)`,
  ),
  ...(filter.tag === null
    ? []
    : [
        `exists (select from forum_thread_tag g where g.client_id = $1 and g.thread_id = w.thread_id
          and g.tag_id = ${tagNamed(parameters, filter.tag)} offset 0)`,
      ]),
  ...(filter.bookmarked
    ? [
        `exists (select from forum_bookmark b
          where b.client_id = $1 and b.thread_id = w.thread_id and b.user_id = $2 offset 0)`,
      ]
    : []),
  ...(filter.mine || filter.unanswered
    ? [
        `exists (select from forum_thread t where t.client_id = $1 and t.id = w.thread_id
          ${filter.mine ? 'and t.author_id = $2' : ''} ${filter.unanswered ? 'and t.comments_count = 0' : ''} offset 0)`,
      ]
    : []),
]

/**
 * (id) of the newest threads that pass every filter, at least `max` of them if there are as many. The words of one term
 * are walked from their newest thread downwards until there are enough. So words that occur everywhere cost no more in a
 * large forum than in a small one.
 */
export const newestMatching = (parameters: SqlParameters, filter: ThreadFilter, max: number): string => {
  // The longest term probably occurs in the fewest threads.
  const [longest = '', ...others] = filter.words.toSorted((a, b) => b.length - a.length)
  const conditions = [
    'w.client_id = $1',
    'w.word = known.word',
    ...otherConditions(parameters, filter, others),
  ]
  return `select distinct near.id from unnest(${wordsLike(parameters, longest)}) known (word)
    cross join lateral (
      select w.thread_id as id from forum_word w where ${conditions.join(' and ')}
      order by w.thread_id desc limit ${Math.trunc(max)}) near`
}

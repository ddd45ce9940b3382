/** Search as parts of statements. `$1` is the client and `$2` who looks. */
import type { Places, ThreadFilter } from './thread-filter.ts'

/** The highest code point ends every range of words with the same beginning. */
const LAST = '\u{10ffff}'
/** Known words that one typed word may stand for. */
const WORDS_PER_TERM = 300

/** The known words that contain a term. */
const wordsLike = (places: Places, term: string) => `array(
  select distinct p.word from forum_word_part p
  where p.client_id = $1 and p.part >= ${places.add(term)} and p.part < ${places.add(term + LAST)}
  limit ${WORDS_PER_TERM})`

/** Live threads in which a word stands that contains the term. */
export const threadsWith = (places: Places, term: string): string => `
  select distinct w.thread_id as id from forum_word w
  where w.client_id = $1 and w.word = any (${wordsLike(places, term)})`

/** The tag with exactly this name; null where there is none. */
export const tagNamed = (places: Places, name: string): string =>
  `(select id from forum_tag where client_id = $1 and name = ${places.add(name)} limit 1)`

/** What else must hold of the thread `w.thread_id`. OFFSET 0 keeps each of them a look at one thread. */
const rest = (places: Places, filter: ThreadFilter, terms: readonly string[]): string[] => [
  ...terms.map(
    (term) => `exists (select from forum_word x
      where x.client_id = $1 and x.thread_id = w.thread_id and x.word = any (${wordsLike(places, term)}) offset 0)`,
  ),
  ...(filter.tag === null
    ? []
    : [
        `exists (select from forum_thread_tag g where g.client_id = $1 and g.thread_id = w.thread_id
          and g.tag_id = ${tagNamed(places, filter.tag)} offset 0)`,
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
 * (id) of the newest threads that pass every filter, at least `most` of them if there are so many. The words of one
 * term are walked from their newest thread down until there are enough, so that words which stand everywhere cost no
 * more in a large forum than in a small one.
 */
export const newestWith = (places: Places, filter: ThreadFilter, most: number): string => {
  // The longest term is likely to stand in the fewest threads.
  const [walked = '', ...others] = filter.words.toSorted((a, b) => b.length - a.length)
  const conditions = ['w.client_id = $1', 'w.word = known.word', ...rest(places, filter, others)]
  return `select distinct near.id from unnest(${wordsLike(places, walked)}) known (word)
    cross join lateral (
      select w.thread_id as id from forum_word w where ${conditions.join(' and ')}
      order by w.thread_id desc limit ${Math.trunc(most)}) near`
}

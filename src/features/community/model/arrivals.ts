/** New comments are hidden until the reader asks for them, so that the page does not move. */
import type { Author, Comment } from './posts.ts'

type IsOwn = (author: Author | null) => boolean

/** The largest id on the page; newer ones of others are arrivals. */
export const newestIdOf = (comments: readonly Comment[]): number =>
  Math.max(0, ...comments.flatMap((comment) => [comment.id, ...comment.replies.map((reply) => reply.id)]))

const isArrival = (
  post: { id: number; author: Author | null; deleted: boolean },
  newestSeen: number,
  isOwn: IsOwn,
) => post.id > newestSeen && !post.deleted && !isOwn(post.author)

/** Ids of others' comments and replies that are newer than `newestSeen`. */
export const arrivalsIn = (comments: readonly Comment[], newestSeen: number, isOwn: IsOwn): number[] =>
  comments
    .flatMap((comment) => [comment, ...comment.replies])
    .filter((post) => isArrival(post, newestSeen, isOwn))
    .map(({ id }) => id)

interface News {
  whole: boolean
  came: readonly number[]
  gone: readonly number[]
}

/** The arrivals after an update of the live stream. */
export const applyNews = (previous: readonly number[], { whole, came, gone }: News): readonly number[] => {
  const kept = (whole ? [] : previous).filter((id) => !gone.includes(id))
  return [...kept, ...came.filter((id) => !kept.includes(id))]
}

/** The comments without arrivals, each once: a page that has shifted repeats some. */
export const withoutArrivals = (
  comments: readonly Comment[],
  newestSeen: number,
  isOwn: IsOwn,
): Comment[] => {
  const seen = new Set<number>()
  return comments.flatMap((comment) => {
    if (seen.has(comment.id) || isArrival(comment, newestSeen, isOwn)) return []
    seen.add(comment.id)
    return [{ ...comment, replies: comment.replies.filter((reply) => !isArrival(reply, newestSeen, isOwn)) }]
  })
}

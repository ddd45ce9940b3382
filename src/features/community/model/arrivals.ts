/** New comments are held back until the reader asks for them: nothing moves by itself. */
import type { Author, Comment } from './posts.ts'

type IsOwn = (author: Author | null) => boolean

/** The largest id that the reader has on the page; newer ones of others are arrivals. */
export const horizonOf = (comments: readonly Comment[]): number =>
  Math.max(0, ...comments.flatMap((comment) => [comment.id, ...comment.replies.map((reply) => reply.id)]))

const isNews = (post: { id: number; author: Author | null; deleted: boolean }, horizon: number, own: IsOwn) =>
  post.id > horizon && !post.deleted && !own(post.author)

/** Ids of the comments and replies of others that came after the horizon. */
export const arrivalsIn = (comments: readonly Comment[], horizon: number, own: IsOwn): number[] =>
  comments
    .flatMap((comment) => [comment, ...comment.replies])
    .filter((post) => isNews(post, horizon, own))
    .map(({ id }) => id)

interface News {
  whole: boolean
  came: readonly number[]
  gone: readonly number[]
}

/** What is known to have come, after more was told. */
export const afterNews = (before: readonly number[], { whole, came, gone }: News): readonly number[] => {
  const left = (whole ? [] : before).filter((id) => !gone.includes(id))
  return [...left, ...came.filter((id) => !left.includes(id))]
}

/** The comments without the arrivals, each once: a page that moved on meanwhile repeats some. */
export const settled = (comments: readonly Comment[], horizon: number, own: IsOwn): Comment[] => {
  const seen = new Set<number>()
  return comments.flatMap((comment) => {
    if (seen.has(comment.id) || isNews(comment, horizon, own)) return []
    seen.add(comment.id)
    return [{ ...comment, replies: comment.replies.filter((reply) => !isNews(reply, horizon, own)) }]
  })
}

import type { Vote } from './posts.ts'

export interface Voted {
  upvotes: number
  downvotes: number
  my_vote: Vote | null
}

/** Voting the same way again takes it back, the other way moves it (RULES "Community"). */
export const withVote = <T extends Voted>(post: T, vote: Vote): T =>
  votedAs(post, post.my_vote === vote ? null : vote)

/** The post with the reader's vote standing so. */
export const votedAs = <T extends Voted>(post: T, next: Vote | null): T => {
  const change = (way: Vote) => Number(next === way) - Number(post.my_vote === way)
  return {
    ...post,
    my_vote: next,
    upvotes: Math.max(0, post.upvotes + change('upvote')),
    downvotes: Math.max(0, post.downvotes + change('downvote')),
  }
}

/** Another back end may answer something else than the three figures: then the reread list has the last word. */
export const votedFrom = (answer: unknown): Voted | null => {
  const given = answer as Partial<Voted> | null | undefined
  if (typeof given?.upvotes !== 'number' || typeof given.downvotes !== 'number') return null
  return { upvotes: given.upvotes, downvotes: given.downvotes, my_vote: given.my_vote ?? null }
}

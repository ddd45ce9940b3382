import type { Vote } from './posts.ts'

export interface Voted {
  upvotes: number
  downvotes: number
  my_vote: Vote | null
}

/** Voting the same way again removes the vote; the other way moves it (rules: Community). */
export const withVote = <T extends Voted>(post: T, vote: Vote): T =>
  votedAs(post, post.my_vote === vote ? null : vote)

/** The post with the given vote of the reader. */
export const votedAs = <T extends Voted>(post: T, next: Vote | null): T => {
  const change = (direction: Vote) => Number(next === direction) - Number(post.my_vote === direction)
  return {
    ...post,
    my_vote: next,
    upvotes: Math.max(0, post.upvotes + change('upvote')),
    downvotes: Math.max(0, post.downvotes + change('downvote')),
  }
}

/** Null if another back end does not return the three fields: the refetched list corrects the counts. */
export const votedFrom = (answer: unknown): Voted | null => {
  const raw = answer as Partial<Voted> | null | undefined
  if (typeof raw?.upvotes !== 'number' || typeof raw.downvotes !== 'number') return null
  return { upvotes: raw.upvotes, downvotes: raw.downvotes, my_vote: raw.my_vote ?? null }
}

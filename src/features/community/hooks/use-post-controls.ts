import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { postControls, type PostControls } from '../model/own-post.ts'
import type { Author } from '../model/posts.ts'
import { useCanModerate } from './use-can-moderate.ts'

/** What this person may do with posts. */
export const usePostControls = (): ((post: { author: Author | null; can_edit: boolean }) => PostControls) => {
  const user = useAppSelector(selectUser)
  const canModerate = useCanModerate()
  return (post) => postControls(post, user, canModerate)
}

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { commentsQuery, communityKeys, newsQuery } from '../api/community.queries.ts'
import { arrivalsIn, newestIdOf, withoutArrivals } from '../model/arrivals.ts'
import { commentAnchor, commentIdFrom } from '../model/ids.ts'
import { isOwnPost } from '../model/own-post.ts'
import type { Author } from '../model/posts.ts'
import { useLiveArrivals } from './use-live-arrivals.ts'

/** How many pages a link to a comment searches: 20 pages of 10. */
const SEARCH_PAGES_MAX = 20

/** The comments on the page, and the number of new comments that the reader has not opened yet. */
export const useComments = (threadId: number) => {
  const client = useQueryClient()
  const user = useAppSelector(selectUser)
  const isOwnComment = (author: Author | null) => isOwnPost(author, user)
  // Refetching on focus would move the comments; new ones are announced instead.
  const query = useInfiniteQuery({ ...commentsQuery(threadId), refetchOnWindowFocus: false })
  const loaded = query.data?.pages.flatMap((page) => page.results)
  const [newestSeen, setNewestSeen] = useState<number | null>(null)
  if (newestSeen === null && loaded) setNewestSeen(newestIdOf(loaded))
  const live = useLiveArrivals(threadId, newestSeen)
  const news = useQuery({ ...newsQuery(threadId, live.isStreamed), enabled: query.isSuccess })
  const newestShown = newestSeen ?? Number.MAX_SAFE_INTEGER
  const comments = loaded && withoutArrivals(loaded, newestShown, isOwnComment)
  const arrivals = new Set([
    ...arrivalsIn(news.data.results, newestShown, isOwnComment),
    ...live.ids.filter((id) => id > newestShown),
  ])
  /** The newest comment that the reader opened with the button. */
  const [openedId, setOpenedId] = useState<number | null>(null)
  const targetId = useTargetComment(
    query,
    openedId,
    comments?.flatMap((comment) => [comment.id, ...comment.replies.map(({ id }) => id)]),
  )
  return {
    comments,
    hasFailed: query.isError && !loaded,
    isFetching: query.isFetching,
    now: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    showMore: () => void query.fetchNextPage(),
    arrivalCount: arrivals.size,
    showArrivals: () => {
      const newest = Math.max(newestShown, ...arrivals)
      setNewestSeen(newest)
      setOpenedId(newest)
      void client.invalidateQueries({ queryKey: communityKeys.comments(threadId) })
    },
    targetId,
  }
}

type Query = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'hasNextPage' | 'isFetching' | 'isSuccess' | 'fetchNextPage'
> & { data: { pages: unknown[] } | undefined }

/**
 * The target comment: `#comment-12` in the URL, or a comment that was just opened. Loads pages until it is
 * found, then scrolls to it once.
 */
const useTargetComment = (
  query: Query,
  openedId: number | null,
  ids: readonly number[] | undefined,
): number | null => {
  const { hash } = useLocation()
  const target = openedId ?? commentIdFrom(hash)
  const isLoaded = target !== null && (ids?.includes(target) ?? false)
  const pages = query.data?.pages.length ?? 0
  const shouldSearch =
    target !== null && query.isSuccess && !isLoaded && query.hasNextPage && pages < SEARCH_PAGES_MAX
  const { isFetching, fetchNextPage } = query
  useEffect(() => {
    if (shouldSearch && !isFetching) void fetchNextPage()
  }, [shouldSearch, isFetching, fetchNextPage])
  useEffect(() => {
    if (!isLoaded || target === null) return
    const post = document.getElementById(commentAnchor(target))
    post?.scrollIntoView({ block: 'center' })
    post?.focus({ preventScroll: true })
  }, [isLoaded, target])
  return isLoaded ? target : null
}

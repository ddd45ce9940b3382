import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { commentsQuery, communityKeys, newsQuery } from '../api/community.queries.ts'
import { arrivalsIn, horizonOf, settled } from '../model/arrivals.ts'
import { commentAnchor, commentIdFrom } from '../model/ids.ts'
import { isOwn } from '../model/own.ts'
import type { Author } from '../model/posts.ts'
import { useLiveArrivals } from './use-live-arrivals.ts'

/** How far a link to a comment looks by itself: 20 pages of 10. */
const SEARCH_PAGES_MAX = 20

/** The comments that stand on the page, and how many wait for the reader's word. */
export const useComments = (threadId: number) => {
  const client = useQueryClient()
  const user = useAppSelector(selectUser)
  const own = (author: Author | null) => isOwn(author, user)
  // Coming back to the window moves nothing: of what is new it is told.
  const query = useInfiniteQuery({ ...commentsQuery(threadId), refetchOnWindowFocus: false })
  const loaded = query.data?.pages.flatMap((page) => page.results)
  const [horizon, setHorizon] = useState<number | null>(null)
  if (horizon === null && loaded) setHorizon(horizonOf(loaded))
  const live = useLiveArrivals(threadId, horizon)
  const news = useQuery({ ...newsQuery(threadId, live.isHeard), enabled: query.isSuccess })
  const edge = horizon ?? Number.MAX_SAFE_INTEGER
  const comments = loaded && settled(loaded, edge, own)
  const arrived = new Set([
    ...arrivalsIn(news.data.results, edge, own),
    ...live.ids.filter((id) => id > edge),
  ])
  /** The newest of those that were asked for by the button. */
  const [shown, setShown] = useState<number | null>(null)
  const found = useWantedComment(
    query,
    shown,
    comments?.flatMap((one) => [one.id, ...one.replies.map(({ id }) => id)]),
  )
  return {
    comments,
    failed: query.isError && !loaded,
    fetching: query.isFetching,
    now: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    more: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore: () => void query.fetchNextPage(),
    arrived: arrived.size,
    showArrived: () => {
      const newest = Math.max(edge, ...arrived)
      setHorizon(newest)
      setShown(newest)
      void client.invalidateQueries({ queryKey: communityKeys.comments(threadId) })
    },
    foundId: found,
  }
}

type Query = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'hasNextPage' | 'isFetching' | 'isSuccess' | 'fetchNextPage'
> & { data: { pages: unknown[] } | undefined }

/** `#comment-12`, or one that has just arrived: further pages are read until it is there, then it comes into view once. */
const useWantedComment = (
  query: Query,
  arrived: number | null,
  ids: readonly number[] | undefined,
): number | null => {
  const { hash } = useLocation()
  const wanted = arrived ?? commentIdFrom(hash)
  const there = wanted !== null && (ids?.includes(wanted) ?? false)
  const pages = query.data?.pages.length ?? 0
  const search = wanted !== null && query.isSuccess && !there && query.hasNextPage && pages < SEARCH_PAGES_MAX
  const { isFetching, fetchNextPage } = query
  useEffect(() => {
    if (search && !isFetching) void fetchNextPage()
  }, [search, isFetching, fetchNextPage])
  useEffect(() => {
    if (!there || wanted === null) return
    const post = document.getElementById(commentAnchor(wanted))
    post?.scrollIntoView({ block: 'center' })
    post?.focus({ preventScroll: true })
  }, [there, wanted])
  return there ? wanted : null
}

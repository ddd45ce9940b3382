import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import type { UnsentPostList } from '../hooks/use-unsent-posts.ts'

/** Preloaded with the editor: once a post is unsent, there may be no connection to load it. */
export const UnsentPostCard = lazyPart(async () => (await import('./UnsentPostCard.tsx')).UnsentPostCard)

/** Whether the card's code is loaded. Without it the page works, and the outbox page lists the posts. */
const useCardLoaded = (isNeeded: boolean): boolean => {
  const online = useOnline()
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    let isUnmounted = false
    const loadCard = async () => {
      try {
        await UnsentPostCard.preload()
        if (!isUnmounted) setIsLoaded(true)
      } catch {
        // Retried when the connection returns.
      }
    }
    void loadCard()
    return () => {
      isUnmounted = true
    }
  }, [isNeeded, online])
  return isLoaded
}

type Props = { unsent: UnsentPostList; level?: 2 | 3; className?: string }

/** The unsent posts on this device, and those that have just been sent. */
export const UnsentPosts = ({ unsent, level = 2, className }: Props) => {
  const { t } = useTranslation('community')
  const { posts, retry, discard } = unsent
  const isLoaded = useCardLoaded(posts.length > 0)
  if (posts.length === 0 || !isLoaded) return null
  return (
    <Suspense>
      <ul aria-label={t('waits.list')} className={cx('flex flex-col gap-4', className)}>
        {posts.map((post) => (
          <li key={post.entry.id}>
            <UnsentPostCard
              post={post}
              level={level}
              onRetry={() => retry(post.entry.id)}
              onDiscard={() => discard(post.entry.id)}
            />
          </li>
        ))}
      </ul>
    </Suspense>
  )
}

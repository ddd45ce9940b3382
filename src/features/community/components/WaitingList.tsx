import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import type { WaitingPosts } from '../hooks/use-waiting.ts'

/** Comes along with the editor: by the time something waits there may be no connection to fetch it with. */
export const WaitingCard = lazyPart(async () => (await import('./WaitingCard.tsx')).WaitingCard)

/** Whether the card is here. Without it the page goes on as it is, and the outbox tells of what waits. */
const useCard = (wanted: boolean): boolean => {
  const online = useOnline()
  const [here, setHere] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let left = false
    const fetchCard = async () => {
      try {
        await WaitingCard.preload()
        if (!left) setHere(true)
      } catch {
        // Asked again with the connection.
      }
    }
    void fetchCard()
    return () => {
      left = true
    }
  }, [wanted, online])
  return here
}

type Props = { waiting: WaitingPosts; level?: 2 | 3; className?: string }

/** What waits on this device, among what has arrived. */
export const WaitingList = ({ waiting, level = 2, className }: Props) => {
  const { t } = useTranslation('community')
  const { posts, again, discard } = waiting
  const here = useCard(posts.length > 0)
  if (posts.length === 0 || !here) return null
  return (
    <Suspense>
      <ul aria-label={t('waits.list')} className={cx('flex flex-col gap-4', className)}>
        {posts.map((post) => (
          <li key={post.entry.id}>
            <WaitingCard
              post={post}
              level={level}
              onAgain={() => again(post.entry.id)}
              onDiscard={() => discard(post.entry.id)}
            />
          </li>
        ))}
      </ul>
    </Suspense>
  )
}

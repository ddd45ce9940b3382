import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import type { WaitingPosts } from '../hooks/use-waiting.ts'
import { WaitingCard } from './WaitingCard.tsx'

type Props = { waiting: WaitingPosts; level?: 2 | 3; className?: string }

/** What waits on this device, among what has arrived. */
export const WaitingList = ({ waiting, level = 2, className }: Props) => {
  const { t } = useTranslation('community')
  const { posts, again, discard } = waiting
  if (posts.length === 0) return null
  return (
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
  )
}

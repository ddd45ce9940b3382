import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import type { UnsentPostList } from '../hooks/use-unsent-posts.ts'
import { UnsentPostCard } from './UnsentPostCard.tsx'

type Props = { unsent: UnsentPostList; level?: 2 | 3; className?: string }

/** The unsent posts on this device, and those that have just been sent. */
export const UnsentPosts = ({ unsent, level = 2, className }: Props) => {
  const { t } = useTranslation('community')
  const { posts, retry, discard } = unsent
  if (posts.length === 0) return null
  return (
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
  )
}

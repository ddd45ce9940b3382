import ArrowBigDown from 'lucide-react/icons/arrow-big-down'
import ArrowBigUp from 'lucide-react/icons/arrow-big-up'
import { useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Count } from '#src/shared/ui/content/Count.tsx'
import type { Vote } from '../model/posts.ts'
import type { Voted } from '../model/vote.ts'

/** Duration of the vote animation (spec 9: Interface). */
const ANIMATION = { '--vote-ms': '300ms' } as CSSProperties

type Props = { post: Voted; onVote: (vote: Vote) => void }

/** Upvote and downvote with counts; the reader's vote is marked. */
export const VoteControl = ({ post, onVote }: Props) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const [lastPress, setLastPress] = useState<{ vote: Vote; times: number }>({ vote: 'upvote', times: 0 })
  const button = (vote: Vote, count: number) => {
    const isOwnVote = post.my_vote === vote
    const Arrow = vote === 'upvote' ? ArrowBigUp : ArrowBigDown
    const isAnimated = lastPress.vote === vote && lastPress.times > 0
    return (
      <button
        type="button"
        aria-pressed={isOwnVote}
        aria-label={t(vote === 'upvote' ? 'vote.up' : 'vote.down', { count })}
        className={cx(
          'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-full px-2 text-sm tabular-nums',
          isOwnVote
            ? 'bg-primary-soft font-semibold text-primary-text'
            : 'text-ink-muted hover:bg-surface-sunken hover:text-ink',
        )}
        onClick={() => {
          setLastPress({ vote, times: lastPress.times + 1 })
          onVote(vote)
        }}
      >
        <span
          key={isAnimated ? lastPress.times : 0}
          style={ANIMATION}
          className={cx('inline-flex', isAnimated && (vote === 'upvote' ? 'vote-up' : 'vote-down'))}
        >
          <Arrow aria-hidden="true" size={20} className={isOwnVote ? 'fill-current' : undefined} />
        </span>
        <Count>{formatNumber(count, language)}</Count>
      </button>
    )
  }
  return (
    <div role="group" aria-label={t('vote.group')} className="flex items-center">
      {button('upvote', post.upvotes)}
      {button('downvote', post.downvotes)}
    </div>
  )
}

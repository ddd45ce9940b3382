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

/** Spec §9 "Interface": vote animation. */
const ANIMATION = { '--vote-ms': '300ms' } as CSSProperties

type Props = { post: Voted; onVote: (vote: Vote) => void }

/** Up and down with their counts; one's own vote is marked. */
export const VoteControl = ({ post, onVote }: Props) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const [played, setPlayed] = useState<{ vote: Vote; times: number }>({ vote: 'upvote', times: 0 })
  const button = (vote: Vote, count: number) => {
    const mine = post.my_vote === vote
    const Arrow = vote === 'upvote' ? ArrowBigUp : ArrowBigDown
    const moved = played.vote === vote && played.times > 0
    return (
      <button
        type="button"
        aria-pressed={mine}
        aria-label={t(vote === 'upvote' ? 'vote.up' : 'vote.down', { count })}
        className={cx(
          'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-full px-2 text-sm tabular-nums',
          mine
            ? 'bg-primary-soft font-semibold text-primary-text'
            : 'text-ink-muted hover:bg-surface-sunken hover:text-ink',
        )}
        onClick={() => {
          setPlayed({ vote, times: played.times + 1 })
          onVote(vote)
        }}
      >
        <span
          key={moved ? played.times : 0}
          style={ANIMATION}
          className={cx('inline-flex', moved && (vote === 'upvote' ? 'vote-up' : 'vote-down'))}
        >
          <Arrow aria-hidden="true" size={20} className={mine ? 'fill-current' : undefined} />
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

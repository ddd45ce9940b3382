import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'
import { isLong, textOf } from '../model/html.ts'
import type { Mention } from '../model/posts.ts'
import { markMentions } from './mark-mentions.ts'
import '../community.css'

type Props = { html: string; mentions: readonly Mention[]; className?: string }

/** The body of a post. Plain text shows at once; code highlighting follows when it is loaded. */
export const PostBody = ({ html, mentions, className }: Props) => {
  const container = useRef<HTMLDivElement>(null)
  const self = useAppSelector(selectUser).username
  return (
    <div ref={container}>
      <SafeHtml
        html={html}
        kind="text"
        className={cx('post', className)}
        fallback={
          <p dir="auto" className={cx('post', className)}>
            {textOf(html)}
          </p>
        }
        onReady={() => {
          const target = container.current
          if (!target) return
          if (mentions.length > 0) markMentions(target, mentions, self)
          if (target.querySelector('pre code'))
            void import('#src/shared/lib/text/code-colours.ts').then(({ highlight }) => highlight(target))
        }}
      />
    </div>
  )
}

type CollapsibleProps = Omit<Props, 'className'> & {
  /** For the list: two lines of a collapsed post, so that several threads fit on a screen. */
  peek?: boolean
}

/** Collapses a long post by height, not by cutting its markup (spec 9: over 300 characters). */
export const CollapsibleBody = ({ peek = false, ...post }: CollapsibleProps) => {
  const { t } = useTranslation('community')
  const [open, setOpen] = useState(false)
  if (!isLong(post.html)) return <PostBody {...post} />
  return (
    <div className={cx(peek && !open && 'relative')}>
      <div
        className={cx(!open && (peek ? 'post-peek' : 'post-cut'))}
        // Expands when the keyboard focuses a hidden link.
        onFocus={() => setOpen(true)}
      >
        <PostBody {...post} />
      </div>
      <button
        type="button"
        aria-expanded={open}
        className={cx(
          'text-sm font-semibold text-primary-text hover:underline',
          peek && !open ? 'post-more bg-surface-raised' : 'min-h-11',
        )}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'thread.less' : 'thread.more')}
      </button>
    </div>
  )
}

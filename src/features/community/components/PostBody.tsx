import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { SafeHtml } from '#src/shared/ui/SafeHtml.tsx'
import { isLong, textOf } from '../model/html.ts'
import '../community.css'

/** What somebody wrote; its words stand there at once, code gets its colours when they are fetched. */
export const PostBody = ({ html, className }: { html: string; className?: string }) => {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box}>
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
          const target = box.current
          if (target?.querySelector('pre code'))
            void import('./highlight.ts').then(({ highlight }) => highlight(target))
        }}
      />
    </div>
  )
}

/** A long one is cut by its height, never in its markup (spec §9: over 300 characters). */
export const CollapsibleBody = ({ html }: { html: string }) => {
  const { t } = useTranslation('community')
  const [open, setOpen] = useState(false)
  if (!isLong(html)) return <PostBody html={html} />
  return (
    <>
      <div
        className={cx(!open && 'post-cut')}
        // Somebody who tabs into a hidden link sees it.
        onFocus={() => setOpen(true)}
      >
        <PostBody html={html} />
      </div>
      <button
        type="button"
        aria-expanded={open}
        className="min-h-11 text-sm font-semibold text-primary-text hover:underline"
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'thread.less' : 'thread.more')}
      </button>
    </>
  )
}

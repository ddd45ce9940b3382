import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArticleItem } from '#contract/courses.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { SafeHtml } from '#src/shared/ui/SafeHtml.tsx'
import { SkeletonText } from '#src/shared/ui/Skeleton.tsx'

/** How long the end stays in view before it counts as reached: passing by while scrolling is not reading. */
export const END_DWELL_MS = 3000

type Props = { item: ArticleItem; onComplete: (itemId: number) => void }

/** An article; reaching its end or "Mark complete" completes it (RULES "Learning"). */
export const ArticleStep = ({ item, onComplete }: Props) => {
  const { t } = useTranslation('course-player')
  const [shown, setShown] = useState(false)
  const done = item.state === 'completed'
  const end = useRef<HTMLDivElement>(null)
  const complete = useEffectEvent(() => onComplete(item.id))
  useEffect(() => {
    if (!shown || done || !end.current) return
    return whenSeen(end.current, () => complete())
  }, [shown, done, item.id])
  return (
    <div className="max-w-reading">
      <SafeHtml
        html={item.html}
        kind="article"
        className="article"
        fallback={<SkeletonText lines={12} />}
        onReady={() => setShown(true)}
      />
      <div ref={end} className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
        {done ? (
          <p role="status" className="flex items-center gap-2 font-medium text-success-text">
            <CircleCheck aria-hidden="true" size={20} />
            {t('article.completed')}
          </p>
        ) : (
          <>
            <Button
              variant="secondary"
              icon={<Check aria-hidden="true" size={18} />}
              onClick={() => onComplete(item.id)}
            >
              {t('article.complete')}
            </Button>
            <p className="text-sm text-ink-muted">{t('article.endHint')}</p>
          </>
        )}
      </div>
    </div>
  )
}

/** Runs the deed once the element stayed in view of a visible page for a while. */
const whenSeen = (element: Element, deed: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inView = false
  const update = () => {
    clearTimeout(timer)
    if (inView && document.visibilityState === 'visible') timer = setTimeout(deed, END_DWELL_MS)
  }
  const observer = new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting ?? false
    update()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', update)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', update)
  }
}

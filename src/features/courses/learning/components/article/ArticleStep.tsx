import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ArticleItem } from '#contract/courses/courses.ts'
import type { NotePlace } from '#contract/courses/learning.ts'
import { useNotes } from '../../api/use-notes.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { findPlace } from '../../model/anchor.ts'
import { useSettled } from '../use-page-turn-position.ts'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { enhanceArticle } from './enhance-article.ts'
import { paintNotes } from './paint-notes.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { articleText, paragraphInView, rangeOf } from './text-range.ts'
import { READING_LINE_PX, useReadingPlace } from './use-reading-position.ts'

/** How long the end stays in view before it counts as reached: passing by while scrolling is not reading. */
export const END_DWELL_MS = 3000

type Props = { item: ArticleItem; onComplete: (itemId: number) => void }

/** An article; reaching its end or "Mark complete" completes it (RULES "Learning"). */
export const ArticleStep = ({ item, onComplete }: Props) => {
  const { t } = useTranslation('courses/learning')
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLElement | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const done = item.state === 'completed'
  const { looking } = usePlayerContext()
  const complete = useEffectEvent(() => onComplete(item.id))
  useEffect(() => {
    if (!shown || done || looking || !end.current) return
    return whenSeen(end.current, () => complete())
  }, [shown, done, looking, item.id])

  const notes = useNotes(item.id)
  const asked = useSearchParams()[0].get('note')
  const settled = useSettled()
  const reading = useReadingPlace(content, {
    ready: shown && settled,
    itemId: item.id,
    paragraph: item.paragraph,
    completed: done,
    elsewhere: asked !== null,
  })
  const written = notes.notes
  useEffect(() => {
    if (!shown || !content.current) return
    return paintNotes(content.current, written).clear
  }, [shown, written])

  const ready = () => {
    const box = frame.current?.querySelector<HTMLElement>('.article') ?? null
    content.current = box
    if (!box) return
    const texts = { copy: t('article.copy'), copied: t('article.copied') }
    // Colours may come later; notes have their places as soon as the text is final.
    void enhanceArticle(box, texts, () => {
      if (content.current === box) setShown(true)
    })
  }
  const goTo = (place: NotePlace) => {
    const box = content.current
    const span = box && findPlace(articleText(box), place)
    const range = span && rangeOf(box, span)
    const target = range?.startContainer.parentElement ?? box?.children[place.paragraph ?? 0]
    target?.scrollIntoView({ block: 'center' })
  }
  // Somebody comes from the list of notes: once the text and the note are there, to its place, and only once.
  const arrived = useRef<string | null>(null)
  const wanted = asked === null ? undefined : written.find((note) => note.id === asked)
  const arrive = useEffectEvent((place: NotePlace) => goTo(place))
  useEffect(() => {
    if (!shown || !wanted || arrived.current === wanted.id) return
    arrived.current = wanted.id
    arrive(wanted.place)
  }, [shown, wanted])
  return (
    <div className="max-w-reading">
      <div
        role="progressbar"
        aria-label={t('article.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(reading.share * 100)}
        className="reading-progress"
      >
        <div style={{ transform: `scaleX(${reading.share})` }} />
      </div>
      {reading.resumed && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
          {t('article.resumed')}
          <button
            type="button"
            className="min-h-11 font-medium text-primary-text hover:underline"
            onClick={reading.toStart}
          >
            {t('article.toStart')}
          </button>
        </p>
      )}
      <div ref={frame} lang={item.content_language}>
        <SafeHtml
          html={item.html}
          kind="article"
          className="article"
          fallback={<SkeletonText lines={12} />}
          onReady={ready}
        />
      </div>
      {shown && !looking && (
        <SelectionBar
          content={content}
          onMark={(place, colour, write) => {
            const id = notes.add({ body: '', colour, place })
            if (write) setEditing(id)
          }}
        />
      )}
      {!looking && (
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
      )}
      {!looking && (
        <NotesPanel
          notes={notes}
          hint={t('notes.hint')}
          placeNow={() =>
            content.current ? { paragraph: paragraphInView(content.current, READING_LINE_PX) } : {}
          }
          describe={(place) => ({ label: t('notes.goTo'), go: () => goTo(place) })}
          editing={editing}
          onEditing={setEditing}
        />
      )}
    </div>
  )
}

/** Runs the deed once the element stayed in view of a visible page for a while. */
const whenSeen = (element: Element, action: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inView = false
  const update = () => {
    clearTimeout(timer)
    if (inView && document.visibilityState === 'visible') timer = setTimeout(action, END_DWELL_MS)
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

import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ArticleItem } from '#contract/courses/topic-page.ts'
import type { NotePlace } from '#contract/courses/learning.ts'
import { useNotes } from '../../api/use-notes.ts'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { findAnchor } from '../../model/anchor.ts'
import { useIsRouteSettled } from '../page-turn-context.ts'
import { StepNotes } from '../side/StepNotes.tsx'
import { useLessonSide } from '../side/side-context.ts'
import { enhanceArticle } from './enhance-article.ts'
import { paintNotes } from './paint-notes.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { articleText, paragraphInView, rangeOf } from './text-range.ts'
import { READING_LINE_PX, useReadingPosition } from './use-reading-position.ts'
import { useCourseLinks } from './use-course-links.ts'

/** How long the end must stay in view to count as reached: scrolling past it is not reading. */
export const END_DWELL_MS = 3000

type Props = { item: ArticleItem; onComplete: (itemId: number) => void }

/** An article; reaching its end, or the button in the footer, completes it (rules: Learning). */
export const ArticleStep = ({ item, onComplete }: Props) => {
  const { t } = useTranslation('courses/learning')
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLElement | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const isCompleted = item.state === 'completed'
  const { isReadOnly, hasNotes } = usePlayerContext()
  const side = useLessonSide()
  useEndReached(end, item.id, isShown && !isCompleted && !isReadOnly, () => onComplete(item.id))

  const notes = useNotes(item.id)
  const requestedNoteId = useSearchParams()[0].get('note')
  const isSettled = useIsRouteSettled()
  const reading = useReadingPosition(content, {
    ready: isShown && isSettled,
    itemId: item.id,
    paragraph: item.paragraph,
    completed: isCompleted,
    isOverridden: requestedNoteId !== null,
  })
  useCourseLinks(content, isShown)
  const noteList = notes.notes
  const goTo = useNoteAnchors(content, isShown, noteList, requestedNoteId)
  useEffect(() => {
    if (!isShown || !content.current) return
    return paintNotes(content.current, noteList).clear
  }, [isShown, noteList])

  const onArticleReady = () => {
    const box = frame.current?.querySelector<HTMLElement>('.article') ?? null
    content.current = box
    if (!box) return
    const texts = { copy: t('article.copy'), copied: t('article.copied') }
    void enhanceArticle(box, texts, () => {
      if (box.isConnected) setIsShown(true)
    })
  }
  return (
    <div className="max-w-reading">
      <ReadingProgress share={reading.share} />
      {reading.resumed && <ResumedNote onToStart={reading.toStart} />}
      <div ref={frame} lang={item.content_language}>
        <SafeHtml
          html={item.html}
          kind="article"
          className="article"
          fallback={<SkeletonText lines={12} />}
          onReady={onArticleReady}
        />
      </div>
      {isShown && hasNotes && (
        <SelectionBar
          content={content}
          onMark={(anchor, colour, startWriting) => {
            const id = notes.add({ body: '', colour, place: anchor })
            if (!startWriting) return
            side?.openTab('notes')
            setEditing(id)
          }}
        />
      )}
      {!isReadOnly && <ArticleEnd ref={end} isCompleted={isCompleted} />}
      {hasNotes && (
        <StepNotes
          notes={notes}
          hint={t('notes.hint')}
          currentAnchor={() =>
            content.current ? { paragraph: paragraphInView(content.current, READING_LINE_PX) } : {}
          }
          targetOf={(anchor) => ({ label: t('notes.goTo'), go: () => goTo(anchor) })}
          editing={editing}
          onEditing={setEditing}
        />
      )}
    </div>
  )
}

const ReadingProgress = ({ share }: { share: number }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div
      role="progressbar"
      aria-label={t('article.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="reading-progress"
    >
      <div style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}

const ResumedNote = ({ onToStart }: { onToStart: () => void }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
      {t('article.resumed')}
      <button
        type="button"
        className="min-h-11 font-medium text-primary-text hover:underline"
        onClick={onToStart}
      >
        {t('article.toStart')}
      </button>
    </p>
  )
}

/** Marks the end of the article. */
const ArticleEnd = ({
  ref,
  isCompleted,
}: {
  ref: RefObject<HTMLDivElement | null>
  isCompleted: boolean
}) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div ref={ref} className="mt-8 flex min-h-11 items-center border-t border-line pt-4">
      {isCompleted ? (
        <p role="status" className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck aria-hidden="true" size={20} />
          {t('article.completed')}
        </p>
      ) : (
        <p className="text-sm text-ink-muted">{t('article.endHint')}</p>
      )}
    </div>
  )
}

/** Scrolls to a note, and once to the note that the URL requests, when text and note are loaded. */
const useNoteAnchors = (
  content: RefObject<HTMLElement | null>,
  isShown: boolean,
  notes: ReturnType<typeof useNotes>['notes'],
  requestedId: string | null,
) => {
  const goTo = (anchor: NotePlace) => {
    const box = content.current
    const span = box && findAnchor(articleText(box), anchor)
    const range = span && rangeOf(box, span)
    const target = range?.startContainer.parentElement ?? box?.children[anchor.paragraph ?? 0]
    target?.scrollIntoView({ block: 'center' })
  }
  const visitedNoteId = useRef<string | null>(null)
  const requestedNote = requestedId === null ? undefined : notes.find((note) => note.id === requestedId)
  const scrollToNote = useEffectEvent((anchor: NotePlace) => goTo(anchor))
  useEffect(() => {
    if (!isShown || !requestedNote || visitedNoteId.current === requestedNote.id) return
    visitedNoteId.current = requestedNote.id
    scrollToNote(requestedNote.place)
  }, [isShown, requestedNote])
  return goTo
}

/** Runs the action once the end has stayed in view. */
const useEndReached = (
  end: RefObject<HTMLElement | null>,
  itemId: number,
  isEnabled: boolean,
  action: () => void,
) => {
  const onReached = useEffectEvent(action)
  useEffect(() => {
    if (!isEnabled || !end.current) return
    return onceInView(end.current, () => onReached())
  }, [end, itemId, isEnabled])
}

/** Runs the action once the element has stayed in view of a visible page for a while. */
const onceInView = (element: Element, action: () => void) => {
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

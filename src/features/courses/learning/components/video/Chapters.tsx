import type { VideoItem } from '#contract/courses/topic-page.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatTimestamp } from '../../model/lesson.ts'

type Props = { item: VideoItem; time: number; onSeek: (second: number) => void }

/** The chapters of a video; each seeks to its start. */
export const Chapters = ({ item, time, onSeek }: Props) => {
  const next = item.chapters.findIndex((chapter) => chapter.second > time)
  const current = (next === -1 ? item.chapters.length : next) - 1
  return (
    <ol className="flex flex-col">
      {item.chapters.map((chapter, index) => (
        <li key={chapter.second}>
          <button
            type="button"
            aria-current={index === current ? 'step' : undefined}
            className={cx(
              'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start hover:bg-surface-sunken',
              index === current ? 'font-semibold text-ink' : 'text-ink-muted',
            )}
            onClick={() => onSeek(chapter.second)}
          >
            <span dir="ltr" className="w-12 shrink-0 text-sm tabular-nums">
              {formatTimestamp(chapter.second)}
            </span>
            <span className="min-w-0 flex-1">
              <bdi lang={chapter.language}>{chapter.title}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

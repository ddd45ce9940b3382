import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import ArrowRight from 'lucide-react/icons/arrow-right'
import BookOpen from 'lucide-react/icons/book-open'
import Check from 'lucide-react/icons/check'
import FileText from 'lucide-react/icons/file-text'
import History from 'lucide-react/icons/history'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { isCountedOut, marked, type Row } from '../model/sections.ts'

type Props = {
  row: Row
  id: string
  text: string
  isActive: boolean
  onActive: () => void
  onOpen: (row: Row, event: { preventDefault: () => void }) => void
}

const ICONS = {
  courses: BookOpen,
  lessons: FileText,
  threads: MessagesSquare,
  recent: History,
  all: ArrowRight,
}

/** One option of the list. A link, so that it also opens in another tab. */
export const ResultRow = ({ row, id, text, isActive, onActive, onOpen }: Props) => (
  <Link
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    to={row.to}
    className={cx(
      'flex min-h-13 items-center gap-3 rounded-xl px-3 py-2 outline-none',
      isActive && 'bg-primary-soft',
    )}
    onPointerMove={onActive}
    onClick={(event) => onOpen(row, event)}
  >
    <Picture row={row} isActive={isActive} />
    <span className="min-w-0 flex-1">
      <Title row={row} text={text} />
      <Detail row={row} />
    </span>
  </Link>
)

const Picture = ({ row, isActive }: { row: Row; isActive: boolean }) => {
  if (row.kind === 'people') return <Avatar name={row.hit.name} src={row.hit.profile_pic_url} size={36} />
  const Icon = ICONS[row.kind]
  return (
    <span
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded-lg',
        isActive ? 'bg-surface-raised text-primary-text' : 'bg-surface-sunken text-ink-muted',
      )}
    >
      <Icon aria-hidden="true" size={18} className={cx(row.kind === 'all' && 'rtl:-scale-x-100')} />
    </span>
  )
}

const Title = ({ row, text }: { row: Row; text: string }) => {
  const { t } = useTranslation('search')
  const language = useLanguage()
  if (row.kind === 'all') {
    const shown = new Intl.NumberFormat(localeOf(language)).format(row.count)
    return (
      <span className="font-medium text-primary-text">
        {t('all', { shown: isCountedOut(row.count) ? t('more', { shown }) : shown })}
      </span>
    )
  }
  if (row.kind === 'recent') return <bdi className="block truncate">{row.text}</bdi>
  const title = row.kind === 'people' ? row.hit.name : row.hit.title
  return (
    <bdi lang={row.kind === 'courses' ? row.hit.language : undefined} className="block truncate">
      {marked(title, text).map(({ part, hit }, index) =>
        hit ? (
          <strong key={index} className="font-semibold text-ink">
            {part}
          </strong>
        ) : (
          <span key={index}>{part}</span>
        ),
      )}
    </bdi>
  )
}

const Detail = ({ row }: { row: Row }) => {
  const { t } = useTranslation('search')
  const parts = detailsOf(row, t)
  if (parts.length === 0) return null
  return (
    <span className="flex items-center gap-1.5 truncate text-sm text-ink-muted">
      {row.kind === 'threads' && row.hit.is_solved && (
        <Check aria-hidden="true" size={14} className="shrink-0 text-success-text" />
      )}
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <span aria-hidden="true" className="shrink-0">
              ·
            </span>
          )}
          <bdi className={isShort(row, part) ? 'shrink-0' : 'truncate'}>{part}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/** Of a thread only the author's name is cut. */
const isShort = (row: Row, part: string) => row.kind === 'threads' && part !== row.hit.author

type Translate = ReturnType<typeof useTranslation<'search'>>['t']
const detailsOf = (row: Row, t: Translate): string[] => {
  if (row.kind === 'courses')
    return [row.hit.instructor, row.hit.lessons && t('lessons', { count: row.hit.lessons })].filter(
      (part) => typeof part === 'string' && part !== '',
    ) as string[]
  if (row.kind === 'lessons')
    return row.hit.activity === null ? [row.hit.course_title] : [row.hit.activity, row.hit.course_title]
  if (row.kind === 'threads')
    return [
      ...(row.hit.is_solved ? [t('solved')] : []),
      row.hit.author,
      t('comments', { count: row.hit.comments_count }),
    ]
  if (row.kind === 'people' && row.hit.instructor_id !== null) return [t('teacher')]
  return []
}

import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import type { Author } from '../model/posts.ts'

type Props = {
  author: Author | null
  at: string
  editedAt: string | null
  /** Epoch ms that relative times count from: when the list was loaded. */
  now: number
  size?: number
  /** The name and the time on one line. */
  inline?: boolean
  /** Opens earlier versions, for people who may see them. */
  onHistory?: (() => void) | undefined
}

/** The author and the time; an edited post is marked (rules: Community). */
export const PostBy = ({ author, at, editedAt, now, size = 36, inline = false, onHistory }: Props) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const name = author ? author.name || author.user_name : t('comment.nobody')
  const edited = editedAt !== null && t('thread.edited')
  const editedTitle = editedAt === null ? undefined : formatDate(editedAt, language, { time: true })
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={author?.profile_pic_url} size={size} />
      <div className={cx('min-w-0 text-sm leading-tight', inline && 'flex flex-wrap items-baseline gap-x-2')}>
        <p className="flex min-w-0 font-semibold text-ink">
          <bdi className="truncate">{name}</bdi>
        </p>
        <p className={cx('flex flex-wrap gap-x-2 text-ink-muted', !inline && 'mt-0.5')}>
          <time dateTime={at} title={formatDate(at, language, { time: true })}>
            {formatRelative(at, language, now)}
          </time>
          {edited &&
            (onHistory ? (
              <button type="button" title={editedTitle} className="underline" onClick={onHistory}>
                {edited}
              </button>
            ) : (
              <span title={editedTitle}>{edited}</span>
            ))}
        </p>
      </div>
    </div>
  )
}

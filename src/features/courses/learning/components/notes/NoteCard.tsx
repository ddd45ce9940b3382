import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LessonNote } from '#contract/courses/learning.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { NoteText } from '../../api/use-notes.ts'
import { NoteForm } from './NoteForm.tsx'

/** Label of a note's anchor and how to get there: an action on this page, a URL, or nothing. */
type NoteTarget = { label: string } & ({ go: (() => void) | null } | { to: string })

type Props = {
  note: LessonNote
  target: NoteTarget | null
  editing: boolean
  onEditing: (on: boolean) => void
  onChange: (note: NoteText) => void
  onRemove: () => void
}

/** One note with the text it quotes. */
export const NoteCard = ({ note, target, editing, onEditing, onChange, onRemove }: Props) => {
  const { t } = useTranslation('courses/learning')
  if (editing)
    return (
      <NoteForm
        start={note}
        onCancel={() => onEditing(false)}
        onSave={(text) => {
          onChange(text)
          onEditing(false)
        }}
      />
    )
  return (
    <article className={`note note-${note.colour} flex items-start gap-2 rounded-lg ps-4`}>
      <div className="min-w-0 flex-1 py-2">
        {note.place.quote !== undefined && (
          <blockquote dir="auto" className="text-sm text-ink-muted italic">
            {note.place.quote}
          </blockquote>
        )}
        {note.body !== '' && (
          <p dir="auto" className="mt-1 break-words whitespace-pre-line text-ink">
            {note.body}
          </p>
        )}
        {target && <TargetLink target={target} />}
      </div>
      <IconButton
        label={t('notes.edit')}
        className="print:hidden"
        icon={<Pencil aria-hidden="true" size={16} />}
        onClick={() => onEditing(true)}
      />
      <IconButton
        label={t('notes.remove')}
        className="print:hidden"
        icon={<Trash aria-hidden="true" size={16} />}
        onClick={onRemove}
      />
    </article>
  )
}

const LINK_CLASS =
  'inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline sm:min-h-8 print:hidden'

const TargetLink = ({ target }: { target: NoteTarget }) => {
  if ('to' in target)
    return (
      <Link to={target.to} className={LINK_CLASS}>
        {target.label}
      </Link>
    )
  if (!target.go) return <p className="mt-1 text-sm text-ink-muted">{target.label}</p>
  return (
    <button type="button" className={LINK_CLASS} onClick={target.go}>
      {target.label}
    </button>
  )
}

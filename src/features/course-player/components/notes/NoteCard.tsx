import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import type { LessonNote } from '#contract/lessons.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import type { NoteText } from '../../api/use-notes.ts'
import { NoteForm } from './NoteForm.tsx'

type Props = {
  note: LessonNote
  place: { label: string; go: (() => void) | null } | null
  editing: boolean
  onEditing: (on: boolean) => void
  onChange: (note: NoteText) => void
  onRemove: () => void
}

/** One note with the words it stands at. */
export const NoteCard = ({ note, place, editing, onEditing, onChange, onRemove }: Props) => {
  const { t } = useTranslation('course-player')
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
        {place &&
          (place.go ? (
            <button
              type="button"
              className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline sm:min-h-8"
              onClick={place.go}
            >
              {place.label}
            </button>
          ) : (
            <p className="mt-1 text-sm text-ink-muted">{place.label}</p>
          ))}
      </div>
      <IconButton
        label={t('notes.edit')}
        icon={<Pencil aria-hidden="true" size={16} />}
        onClick={() => onEditing(true)}
      />
      <IconButton
        label={t('notes.remove')}
        icon={<Trash aria-hidden="true" size={16} />}
        onClick={onRemove}
      />
    </article>
  )
}

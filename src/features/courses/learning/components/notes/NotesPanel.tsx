import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotePlace } from '#contract/courses/learning.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import type { Notes } from '../../api/use-notes.ts'
import { NoteCard } from './NoteCard.tsx'
import { NoteForm } from './NoteForm.tsx'

type Props = {
  notes: Notes
  /** The anchor of a note written now, and its label ("at 1:05"). */
  currentAnchor: () => NotePlace
  anchorLabel?: string
  hint: string
  /** Label of a note's anchor and how to get there; null when it cannot be found any more. */
  targetOf: (anchor: NotePlace) => { label: string; go: (() => void) | null } | null
  /** The id of the note that is being edited. */
  editing: string | null
  onEditing: (id: string | null) => void
}

/** The person's own notes of a lesson, which nobody else sees. */
export const NotesPanel = (props: Props) => {
  const { notes, currentAnchor, anchorLabel, hint, targetOf, editing, onEditing } = props
  const { t } = useTranslation('courses/learning')
  const [newAnchor, setNewAnchor] = useState<NotePlace | null>(null)
  const heading = useId()
  return (
    <section aria-labelledby={heading} data-own-keys="">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="flex items-center gap-2 font-semibold text-ink">
          <NotebookPen aria-hidden="true" size={20} className="text-ink-muted" />
          {t('notes.title')}
          {notes.notes.length > 0 && (
            <span className="text-sm font-normal tabular-nums text-ink-muted">{notes.notes.length}</span>
          )}
        </h2>
        {!newAnchor && (
          <Button size="sm" variant="secondary" onClick={() => setNewAnchor(currentAnchor())}>
            {anchorLabel ?? t('notes.add')}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-muted">{hint}</p>
      {newAnchor && (
        <div className="mt-4">
          <NoteForm
            start={{ body: '', colour: 'yellow', place: newAnchor }}
            onCancel={() => setNewAnchor(null)}
            onSave={(note) => {
              notes.add(note)
              setNewAnchor(null)
            }}
          />
        </div>
      )}
      {notes.failed && (
        <Alert
          kind="warning"
          className="mt-4"
          title={t('notes.failed')}
          action={
            <Button size="sm" variant="secondary" onClick={notes.retry}>
              {t('page.retry')}
            </Button>
          }
        />
      )}
      {notes.notes.length > 0 && (
        <ul className="mt-4 flex flex-col gap-3">
          {notes.notes.map((note) => (
            <li key={note.id}>
              <NoteCard
                note={note}
                target={targetOf(note.place)}
                editing={editing === note.id}
                onEditing={(on) => onEditing(on ? note.id : null)}
                onChange={(text) => notes.change(note.id, text)}
                onRemove={() => notes.remove(note.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

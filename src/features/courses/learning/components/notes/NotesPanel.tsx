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
  /** Where a note written now stands, and how that is called ("at 1:05"). */
  currentAnchor: () => NotePlace
  anchorLabel?: string
  hint: string
  /** How a note's place is called, and the way there; null when it cannot be found any more. */
  targetOf: (place: NotePlace) => { label: string; go: (() => void) | null } | null
  /** The note to write in at once. */
  editing: string | null
  onEditing: (id: string | null) => void
}

/** The own notes of a lesson: nobody else sees them. */
export const NotesPanel = (props: Props) => {
  const { notes, currentAnchor, anchorLabel, hint, targetOf, editing, onEditing } = props
  const { t } = useTranslation('courses/learning')
  const [writing, setWriting] = useState<NotePlace | null>(null)
  const heading = useId()
  return (
    <section aria-labelledby={heading} data-own-keys="" className="mt-8 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="flex items-center gap-2 text-lg font-semibold text-ink">
          <NotebookPen aria-hidden="true" size={20} className="text-ink-muted" />
          {t('notes.title')}
          {notes.notes.length > 0 && (
            <span className="text-sm font-normal tabular-nums text-ink-muted">{notes.notes.length}</span>
          )}
        </h3>
        {!writing && (
          <Button size="sm" variant="secondary" onClick={() => setWriting(currentAnchor())}>
            {anchorLabel ?? t('notes.add')}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-muted">{hint}</p>
      {writing && (
        <div className="mt-4">
          <NoteForm
            start={{ body: '', colour: 'yellow', place: writing }}
            onCancel={() => setWriting(null)}
            onSave={(note) => {
              notes.add(note)
              setWriting(null)
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

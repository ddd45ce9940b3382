import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_MAX, noteColours, type NoteColour } from '#contract/courses/learning.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import type { NoteText } from '../../api/use-notes.ts'

type Props = { start: NoteText; onSave: (note: NoteText) => void; onCancel: () => void }

/** The form of a note; a highlight needs no text. */
export const NoteForm = ({ start, onSave, onCancel }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [body, setBody] = useState(start.body)
  const [colour, setColour] = useState<NoteColour>(start.colour)
  const field = useRef<HTMLTextAreaElement>(null)
  const name = useId()
  useEffect(() => field.current?.focus(), [])
  const isChanged = body !== start.body
  useEffect(() => (isChanged ? registerBusy(t('notes.busy')) : undefined), [isChanged, t])
  const isEmpty = body.trim() === '' && start.place.quote === undefined
  return (
    <form
      className={`note note-${colour} flex flex-col gap-3 rounded-lg p-4`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSave({ body: body.trim(), colour, place: start.place })
      }}
    >
      {start.place.quote !== undefined && (
        <blockquote dir="auto" className="text-sm text-ink-muted italic">
          {start.place.quote}
        </blockquote>
      )}
      <label>
        <span className="sr-only">{t('notes.text')}</span>
        <TextArea
          ref={field}
          rows={3}
          maxLength={NOTE_MAX}
          placeholder={t('notes.text')}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </label>
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="sr-only">{t('notes.colour')}</legend>
        {noteColours.map((option) => (
          <label key={option} className="inline-flex size-11 cursor-pointer items-center justify-center">
            <input
              type="radio"
              name={name}
              value={option}
              checked={colour === option}
              className="peer sr-only"
              aria-label={t(`notes.colours.${option}`)}
              onChange={() => setColour(option)}
            />
            <span
              aria-hidden="true"
              className={`swatch swatch-${option} size-7 rounded-full peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-focus`}
            />
          </label>
        ))}
        <span className="flex-1" />
        <Button size="sm" variant="secondary" onClick={onCancel}>
          {t('notes.cancel')}
        </Button>
        <Button size="sm" type="submit" disabled={isEmpty}>
          {t('notes.save')}
        </Button>
      </fieldset>
    </form>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#src/core/paths.ts'
import type { NoteText } from '../../api/use-notes.ts'
import { groupByTopic, type CourseNote } from '../../model/course-notes.ts'
import { formatTimestamp } from '../../model/lesson.ts'
import { NoteCard } from '../notes/NoteCard.tsx'

type Props = {
  courseId: number
  notes: readonly CourseNote[]
  onChange: (note: CourseNote, text: NoteText) => void
  onRemove: (note: CourseNote) => void
}

/** Notes grouped by topic and item, each with a link to its position. */
export const TopicNoteList = ({ courseId, notes, onChange, onRemove }: Props) => {
  const { t } = useTranslation('courses/learning/notes')
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-8">
      {groupByTopic(notes).map((topic) => (
        <section key={topic.id} aria-labelledby={`notes-of-${topic.id}`}>
          <h2 id={`notes-of-${topic.id}`} className="text-xl font-semibold text-ink">
            <bdi lang={topic.first.topic_language}>{topic.first.topic_title}</bdi>
          </h2>
          {topic.items.map((item) => (
            <div key={item.id} className="mt-4">
              <h3 className="mb-2 text-sm font-semibold text-ink-muted">
                <bdi lang={item.first.item_language}>{item.first.item_title}</bdi>
              </h3>
              <ul className="flex flex-col gap-3">
                {item.notes.map((note) => (
                  <li key={note.id} className="break-inside-avoid">
                    <NoteCard
                      note={note}
                      target={{
                        label:
                          note.place.second === undefined
                            ? t('goTo')
                            : t('goToTime', { time: formatTimestamp(note.place.second) }),
                        to: pathOf(courseId, note),
                      }}
                      editing={editing === note.id}
                      onEditing={(on) => setEditing(on ? note.id : null)}
                      onChange={(text) => onChange(note, text)}
                      onRemove={() => onRemove(note)}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

const pathOf = (courseId: number, { topic_id, item_id, id, place }: CourseNote): string => {
  const anchorParam = place.second === undefined ? `note=${id}` : `at=${Math.floor(place.second)}`
  return `${paths.topic(courseId, topic_id)}?item=${item_id}&${anchorParam}`
}

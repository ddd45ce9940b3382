import { useQuery } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import type { CourseSettings } from '#contract/course-builder/draft.ts'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { teachersQuery } from '../../../api/builder.queries.ts'
import { moveInList } from '../../../model/questions.ts'
import { MoveButtons } from '../../MoveButtons.tsx'

type Props = { course: CourseSettings; set: (change: Partial<CourseSettings>) => void }

/** The instructors in the order that learners see, each with a text for this course. */
export const InstructorFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  const teachers = useQuery(teachersQuery())
  const { instructors } = course
  const changeInstructors = (newInstructors: CourseSettings['instructors']) =>
    set({ instructors: newInstructors })
  const available = (teachers.data ?? []).filter(
    ({ id }) => !instructors.some(({ user_id: userId }) => userId === id),
  )
  return (
    <>
      <ul className="flex flex-col gap-3">
        {instructors.map((each, index) => (
          <li key={each.user_id} className="rounded-lg border border-line p-3">
            <div className="mb-2 flex items-center gap-1">
              <bdi className="min-w-0 flex-1 truncate font-medium">{each.name}</bdi>
              <MoveButtons
                name={each.name}
                index={index}
                count={instructors.length}
                onMove={(to) => changeInstructors(moveInList(instructors, index, to))}
              />
              <IconButton
                label={t('settings.removeInstructor', { name: each.name })}
                icon={<Trash aria-hidden="true" size={18} />}
                onClick={() => changeInstructors(instructors.filter((other) => other !== each))}
              />
            </div>
            <TextArea
              aria-label={t('settings.bio', { name: each.name })}
              placeholder={t('settings.bioPlaceholder')}
              rows={2}
              maxLength={2000}
              value={each.bio}
              onChange={(event) =>
                changeInstructors(
                  instructors.map((other) =>
                    other === each ? { ...other, bio: event.target.value } : other,
                  ),
                )
              }
            />
          </li>
        ))}
      </ul>
      <Field label={t('settings.addInstructor')}>
        {(control) => (
          <Combobox
            {...control}
            key={instructors.length}
            value={null}
            options={available.map(({ id, name }) => ({ value: String(id), label: name }))}
            texts={{ open: t('settings.openInstructors'), none: t('settings.noInstructors') }}
            onChange={(value) => {
              const teacher = available.find(({ id }) => String(id) === value)
              if (teacher)
                changeInstructors([...instructors, { user_id: teacher.id, name: teacher.name, bio: '' }])
            }}
          />
        )}
      </Field>
    </>
  )
}

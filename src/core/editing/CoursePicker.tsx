import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

const COURSES_MAX = 20

type Props = {
  label: string
  /** Undefined while they load. */
  courses: readonly { id: number; title: string }[] | undefined
  chosen: readonly number[]
  max?: number
  error?: string | null | undefined
  onChange: (ids: number[]) => void
}

/** Picks courses and their order. */
export const CoursePicker = ({ label, courses, chosen, max = COURSES_MAX, error, onChange }: Props) => {
  const { t } = useTranslation('shared/course-picker')
  const titleOf = (id: number) => courses?.find((course) => course.id === id)?.title ?? t('unknown')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} error={error}>
        {(control) => (
          <Combobox
            {...control}
            // Remounts the field after each choice to empty it.
            key={chosen.length}
            value={null}
            disabled={!courses || chosen.length >= max}
            placeholder={t('add')}
            texts={{ open: t('open'), none: t('none') }}
            options={(courses ?? [])
              .filter(({ id }) => !chosen.includes(id))
              .map(({ id, title }) => ({ value: String(id), label: title }))}
            onChange={(value) => {
              if (value !== null) onChange([...chosen, Number(value)])
            }}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {chosen.map((id) => (
            <li key={id} className="flex items-center justify-between gap-2 ps-3 text-sm">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {courses ? titleOf(id) : '…'}
              </span>
              <IconButton
                label={t('remove', { title: titleOf(id) })}
                icon={<X aria-hidden="true" size={18} />}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

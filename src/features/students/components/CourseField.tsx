import { useQuery } from '@tanstack/react-query'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { studentCoursesQuery } from '../api/students.queries.ts'

interface Props {
  label: string
  /** What the first entry says: no course. */
  none: string
  value: number | null
  error?: string | undefined
  onChange: (courseId: number | null) => void
}

const NONE = 'none'

/** One of the courses that the caller manages. */
export const CourseField = ({ label, none, value, error, onChange }: Props) => {
  const { data } = useQuery(studentCoursesQuery())
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value === null ? NONE : String(value)}
          options={[
            { value: NONE, label: none },
            ...(data?.courses ?? []).map(({ id, title }) => ({
              value: String(id),
              label: <bdi>{title}</bdi>,
            })),
          ]}
          onChange={(next) => onChange(next === NONE ? null : Number(next))}
        />
      )}
    </Field>
  )
}
